ALTER TABLE `uploads` ADD `pixels` integer;--> statement-breakpoint
CREATE INDEX `uploads_with_metadata` ON `uploads` (`storage`,`id`) WHERE pixels is null;