CREATE TABLE `referrals` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`referrer_key` text NOT NULL,
	`referee_key` text NOT NULL,
	`status` text NOT NULL,
	`activity_reference` text,
	`referrer_reward_id` text,
	`referee_reward_id` text,
	`created_at` text NOT NULL,
	`paid_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referrer_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`referee_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "referrals_status" CHECK("referrals"."status" in ('pending', 'paid', 'capped', 'flagged'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `referrals_by_referee` ON `referrals` (`referee_key`);--> statement-breakpoint
CREATE INDEX `referrals_by_referrer` ON `referrals` (`referrer_key`,`status`);--> statement-breakpoint
CREATE INDEX `referrals_by_program` ON `referrals` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `referrals_by_program_status` ON `referrals` (`program_id`,`status`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `programs` ADD `referral` text;--> statement-breakpoint
CREATE INDEX `members_by_referral_code` ON `members` (`program_id`,substr("id", 21));