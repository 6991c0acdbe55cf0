ALTER TABLE `integrations` ADD `last_ignored_at` text;--> statement-breakpoint
ALTER TABLE `integrations` ADD `last_refused_at` text;--> statement-breakpoint
ALTER TABLE `integrations` ADD `last_refused_code` text;