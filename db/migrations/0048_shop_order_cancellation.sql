CREATE TABLE `__new_counter_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`place_id` text,
	`device_id` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`kind` text NOT NULL,
	`program_id` text,
	`member_id` text,
	`resource_id` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`stamps` integer DEFAULT 0 NOT NULL,
	`purchase_cents` integer,
	`value_cents` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "counter_actions_actor_kind" CHECK("__new_counter_actions"."actor_kind" in ('user', 'apiKey', 'system')),
	CONSTRAINT "counter_actions_kind" CHECK("__new_counter_actions"."kind" in ('visit', 'purchase', 'redemption', 'reinstatement', 'refund', 'shopOrder', 'cancellation')),
	CONSTRAINT "counter_actions_amounts" CHECK(visits >= 0 and stamps >= 0 and value_cents >= 0 and (purchase_cents is null or purchase_cents >= 0))
);
--> statement-breakpoint
INSERT INTO `__new_counter_actions`("id", "business_id", "place_id", "device_id", "actor_kind", "actor_id", "kind", "program_id", "member_id", "resource_id", "visits", "stamps", "purchase_cents", "value_cents", "created_at") SELECT "id", "business_id", "place_id", "device_id", "actor_kind", "actor_id", "kind", "program_id", "member_id", "resource_id", "visits", "stamps", "purchase_cents", "value_cents", "created_at" FROM `counter_actions`;--> statement-breakpoint
DROP TABLE `counter_actions`;--> statement-breakpoint
ALTER TABLE `__new_counter_actions` RENAME TO `counter_actions`;--> statement-breakpoint
CREATE INDEX `counter_actions_by_business` ON `counter_actions` (`business_id`,`created_at`,`id`,`place_id`,`actor_id`,`actor_kind`,`kind`,`visits`,`stamps`,`purchase_cents`,`value_cents`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_place` ON `counter_actions` (`business_id`,`place_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_resource` ON `counter_actions` (`business_id`,`resource_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_actor` ON `counter_actions` (`business_id`,`actor_id`,`created_at`,`id`);--> statement-breakpoint
DROP INDEX `shop_orders_by_program`;--> statement-breakpoint
DROP INDEX `shop_orders_by_member`;--> statement-breakpoint
ALTER TABLE `shop_orders` ADD `canceled_at` text;--> statement-breakpoint
ALTER TABLE `shop_orders` ADD `cancel_reason` text;--> statement-breakpoint
CREATE INDEX `shop_orders_by_program` ON `shop_orders` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shop_orders_by_member` ON `shop_orders` (`member_key`,`created_at`,`id`);
--> statement-breakpoint
-- Totals of the lists (see db/schema/counters.ts).
insert into tallies (scope, list, facet, total)
select business_id, 'counterActions', 'all', count(*) from counter_actions group by business_id;
--> statement-breakpoint
insert into tallies (scope, list, facet, total)
select member_key, 'shopOrders', 'all', count(*) from shop_orders group by member_key;
--> statement-breakpoint
insert into tallies (scope, list, facet, total)
select program_id, 'shopOrders', 'all', count(*) from shop_orders group by program_id;
--> statement-breakpoint
create trigger counter_actions_tally_insert after insert on counter_actions begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'counterActions', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger counter_actions_tally_delete after delete on counter_actions begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'counterActions', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger shop_orders_tally_insert after insert on shop_orders begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'shopOrders', 'all', 1),
    (new.program_id, 'shopOrders', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger shop_orders_tally_delete after delete on shop_orders begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'shopOrders', 'all', -1),
    (old.program_id, 'shopOrders', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
