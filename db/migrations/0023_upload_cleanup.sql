CREATE TABLE `deleted_uploads` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Whoever deletes an upload, the file goes too: the row that says so is part of the same transaction.
CREATE TRIGGER `uploads_deleted` AFTER DELETE ON `uploads` BEGIN
	INSERT INTO `deleted_uploads` (`id`) VALUES (old.`id`) ON CONFLICT (`id`) DO NOTHING;
END;
--> statement-breakpoint
-- An upload is unused again once the last submission that names it is deleted or loses it.
CREATE TRIGGER `submissions_delete_releases_upload` AFTER DELETE ON `submissions` WHEN old.`upload_id` IS NOT NULL BEGIN
	UPDATE `uploads` SET `attached_at` = NULL WHERE `id` = old.`upload_id`
		AND NOT EXISTS (SELECT 1 FROM `submissions` WHERE `upload_id` = old.`upload_id`);
END;
--> statement-breakpoint
CREATE TRIGGER `submissions_update_releases_upload` AFTER UPDATE OF `upload_id` ON `submissions`
WHEN old.`upload_id` IS NOT NULL AND coalesce(new.`upload_id`, '') <> old.`upload_id` BEGIN
	UPDATE `uploads` SET `attached_at` = NULL WHERE `id` = old.`upload_id`
		AND NOT EXISTS (SELECT 1 FROM `submissions` WHERE `upload_id` = old.`upload_id`);
END;
