ALTER TABLE `pass_devices` ADD `push_due_at` text;--> statement-breakpoint
CREATE INDEX `pass_devices_due` ON `pass_devices` (`push_due_at`) WHERE push_due_at is not null;--> statement-breakpoint
ALTER TABLE `pass_issuers` ADD `last_error` text;--> statement-breakpoint
ALTER TABLE `passes` ADD `locale` text;--> statement-breakpoint
ALTER TABLE `passes` ADD `news` text;--> statement-breakpoint
ALTER TABLE `passes` ADD `news_of` text;