DROP INDEX `uploads_by_owner`;--> statement-breakpoint
ALTER TABLE `uploads` ADD `attached_at` text;--> statement-breakpoint
CREATE INDEX `uploads_unattached` ON `uploads` (`created_at`) WHERE attached_at is null;--> statement-breakpoint
CREATE INDEX `uploads_by_owner` ON `uploads` (`owner_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `submissions` ADD `upload_id` text REFERENCES uploads(id) ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `upload_media_type` text;--> statement-breakpoint
CREATE INDEX `submissions_by_upload` ON `submissions` (`upload_id`) WHERE upload_id is not null;
--> statement-breakpoint
-- Whatever a submission names is kept; a proof is attached where its owner sent it in person, or where its business owns it.
UPDATE `uploads` SET `attached_at` = `created_at` WHERE `id` IN (
	SELECT substr(`proof_url`, instr(`proof_url`, '/api/v1/uploads/') + 16, 30) FROM `submissions` WHERE `image_hash` IS NOT NULL
);
--> statement-breakpoint
UPDATE `submissions` SET `upload_id` = substr(`proof_url`, instr(`proof_url`, '/api/v1/uploads/') + 16, 30)
WHERE `image_hash` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `uploads`
	WHERE `uploads`.`id` = substr(`proof_url`, instr(`proof_url`, '/api/v1/uploads/') + 16, 30)
		AND `uploads`.`hash` = `submissions`.`image_hash`
		AND (
			`uploads`.`owner_id` = `submissions`.`business_id`
			OR (`uploads`.`owner_id` = `submissions`.`user_id` AND `submissions`.`submitted_by_person` = 1)
		)
);
--> statement-breakpoint
UPDATE `submissions` SET `upload_media_type` = (SELECT `media_type` FROM `uploads` WHERE `uploads`.`id` = `upload_id`)
WHERE `upload_id` IS NOT NULL;
