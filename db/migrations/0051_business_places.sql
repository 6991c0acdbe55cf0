ALTER TABLE `businesses` ADD `time_zone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `businesses` ADD `locale` text DEFAULT 'en-US' NOT NULL;