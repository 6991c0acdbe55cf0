ALTER TABLE `uploads` ADD `storage` text DEFAULT 'folder' NOT NULL CONSTRAINT "uploads_storage" CHECK(storage in ('folder', 'database', 's3'));--> statement-breakpoint
-- A file that is moved is deleted from its former storage, so a deleted file is named by both columns.
DROP TRIGGER `uploads_deleted`;--> statement-breakpoint
CREATE TABLE `new_deleted_uploads` (
	`id` text NOT NULL,
	`storage` text NOT NULL,
	PRIMARY KEY(`id`, `storage`)
);
--> statement-breakpoint
INSERT INTO `new_deleted_uploads` (`id`, `storage`) SELECT `id`, 'folder' FROM `deleted_uploads`;--> statement-breakpoint
DROP TABLE `deleted_uploads`;--> statement-breakpoint
ALTER TABLE `new_deleted_uploads` RENAME TO `deleted_uploads`;--> statement-breakpoint
CREATE TRIGGER `uploads_deleted` AFTER DELETE ON `uploads` BEGIN
	INSERT INTO `deleted_uploads` (`id`, `storage`) VALUES (old.`id`, old.`storage`) ON CONFLICT (`id`, `storage`) DO NOTHING;
END;
--> statement-breakpoint
CREATE TABLE `file_parts` (
	`key` text NOT NULL,
	`part` integer NOT NULL,
	`parts` integer NOT NULL,
	`created_at` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`key`, `part`)
);
