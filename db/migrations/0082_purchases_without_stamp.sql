CREATE TABLE `__new_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`order_id` text,
	`currency` text DEFAULT 'USD' NOT NULL,
	`order_value_cents` integer,
	`points` integer NOT NULL,
	`cashback_id` text,
	`order_reference` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	`reversed_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "visits_quantity" CHECK(quantity > 0 or (quantity = 0 and order_value_cents is not null))
);
--> statement-breakpoint
INSERT INTO `__new_visits`("id", "program_id", "business_id", "member_key", "member_id", "quantity", "order_id", "currency", "order_value_cents", "points", "cashback_id", "order_reference", "actor_kind", "actor_id", "created_at", "reversed_at") SELECT "id", "program_id", "business_id", "member_key", "member_id", "quantity", "order_id", "currency", "order_value_cents", "points", "cashback_id", "order_reference", "actor_kind", "actor_id", "created_at", "reversed_at" FROM `visits`;--> statement-breakpoint
DROP TABLE `visits`;--> statement-breakpoint
ALTER TABLE `__new_visits` RENAME TO `visits`;--> statement-breakpoint
CREATE UNIQUE INDEX `visits_order` ON `visits` (`program_id`,`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `visits_by_program` ON `visits` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_by_member` ON `visits` (`member_key`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_by_cashback` ON `visits` (`cashback_id`) WHERE cashback_id is not null;
--> statement-breakpoint
CREATE TRIGGER visits_tally_insert after insert on visits begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'visits', 'all', 1),
    (new.program_id, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
CREATE TRIGGER visits_tally_delete after delete on visits begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'visits', 'all', -1),
    (old.program_id, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger visits_tally_move after update of member_key on visits when new.member_key <> old.member_key begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
