CREATE TABLE `goal_completions` (
	`member_id` text NOT NULL,
	`goal_id` text NOT NULL,
	`number` integer NOT NULL,
	`consumed` integer NOT NULL,
	`reward_id` text,
	`completed_at` text NOT NULL,
	PRIMARY KEY(`member_id`, `goal_id`, `number`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `shop_counts` (
	`scope` text NOT NULL,
	`item_id` text NOT NULL,
	`bought` integer NOT NULL,
	PRIMARY KEY(`scope`, `item_id`)
);
--> statement-breakpoint
CREATE TABLE `shop_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`item_id` text NOT NULL,
	`points` integer NOT NULL,
	`reward_id` text NOT NULL,
	`transfer_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shop_orders_by_program` ON `shop_orders` (`program_id`,`item_id`);--> statement-breakpoint
CREATE INDEX `shop_orders_by_member` ON `shop_orders` (`member_key`,`item_id`);--> statement-breakpoint
CREATE TABLE `visits` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`order_id` text,
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
	CONSTRAINT "visits_quantity" CHECK(quantity > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `visits_order` ON `visits` (`program_id`,`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `visits_by_program` ON `visits` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_by_member` ON `visits` (`member_key`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `member_steps` ADD `visits` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_goals` ADD `completions` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_goals` ADD `baseline` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `member_goals` ADD `consumed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `points_spent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `visit_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `last_visit_at` text;--> statement-breakpoint
ALTER TABLE `programs` ADD `visit_cooldown_minutes` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `visit_max_per_day` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `visit_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `rewards_open_by_user` ON `rewards` (`user_id`,`business_id`,`expires_at`) WHERE status = 'issued';--> statement-breakpoint
-- Goals completed before pay nothing.
INSERT INTO `goal_completions` (`member_id`, `goal_id`, `number`, `consumed`, `reward_id`, `completed_at`)
SELECT `member_id`, `goal_id`, 1, 0, NULL, `completed_at` FROM `member_goals`;--> statement-breakpoint
-- Totals of the lists (see db/schema/counters.ts).
create trigger visits_tally_insert after insert on visits begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'visits', 'all', 1),
    (new.program_id, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger visits_tally_delete after delete on visits begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'visits', 'all', -1),
    (old.program_id, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
