CREATE TABLE `agent_charges` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`campaign_id` text,
	`amount_cents` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "agent_charges_amount" CHECK(amount_cents > 0)
);
--> statement-breakpoint
CREATE INDEX `agent_charges_by_key` ON `agent_charges` (`key_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`key_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`content` text NOT NULL,
	`fingerprint` text NOT NULL,
	`amount_cents` integer,
	`currency` text DEFAULT 'USD' NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`decided_by` text,
	`decided_at` text,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `proposals_by_business` ON `proposals` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `proposals_by_key` ON `proposals` (`key_id`,`fingerprint`);--> statement-breakpoint
CREATE INDEX `proposals_due` ON `proposals` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `proposals_ended` ON `proposals` (`expires_at`) WHERE status <> 'pending';--> statement-breakpoint
ALTER TABLE `api_keys` ADD `mandate` text;