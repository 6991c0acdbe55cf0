ALTER TABLE `links` ADD `email` text;--> statement-breakpoint
CREATE INDEX `links_by_email` ON `links` (`email`);