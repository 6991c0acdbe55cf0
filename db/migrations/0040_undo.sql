CREATE TABLE `reward_reinstatements` (
	`reward_id` text NOT NULL,
	`number` integer NOT NULL,
	`redeemed_at` text NOT NULL,
	`amount_cents` integer,
	`reason` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`reward_id`, `number`),
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `businesses` ADD `reinstate_window_hours` integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE `businesses` ADD `refund_window_days` integer DEFAULT 30 NOT NULL;