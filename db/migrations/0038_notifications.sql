CREATE TABLE `notification_reads` (
	`user_id` text NOT NULL,
	`business_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `business_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notification_reads_by_business` ON `notification_reads` (`business_id`);--> statement-breakpoint
CREATE INDEX `rewards_by_redemption` ON `rewards` (`business_id`,`redeemed_at`,`id`) WHERE status = 'redeemed';