CREATE TABLE `refused_addresses` (
	`email` text PRIMARY KEY NOT NULL,
	`refused_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `refused_addresses_by_time` ON `refused_addresses` (`refused_at`);--> statement-breakpoint
CREATE TABLE `urgent_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`content` text NOT NULL,
	`attempts` integer NOT NULL,
	`next_attempt_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`claimed_by` text,
	`claimed_until` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `urgent_mails_due` ON `urgent_mails` (`next_attempt_at`,`id`);--> statement-breakpoint
CREATE INDEX `urgent_mails_by_email` ON `urgent_mails` (`email`);