CREATE TABLE `influencer_accounts` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`handle_key` text NOT NULL,
	`influencer_id` text NOT NULL,
	`followers` integer NOT NULL,
	PRIMARY KEY(`business_id`, `platform`, `handle_key`),
	FOREIGN KEY (`influencer_id`) REFERENCES `influencers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `influencer_accounts_of` ON `influencer_accounts` (`influencer_id`,`platform`,`followers`);--> statement-breakpoint
CREATE TABLE `influencers` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`platforms` text NOT NULL,
	`rate_card` text NOT NULL,
	`niches` text NOT NULL,
	`country` text,
	`engagement_rate` real,
	`notes` text,
	`search_text` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `influencers_by_business` ON `influencers` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `influencers_by_creation` ON `influencers` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `influencers_email` ON `influencers` (`business_id`,`email_key`);--> statement-breakpoint
CREATE TABLE `observations` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`action_type` text NOT NULL,
	`action_id` text NOT NULL,
	`approved` integer NOT NULL,
	`rejected` integer NOT NULL,
	`fixed_approved` integer NOT NULL,
	`fixed_cents` integer NOT NULL,
	PRIMARY KEY(`business_id`, `platform`, `action_type`, `action_id`)
);
