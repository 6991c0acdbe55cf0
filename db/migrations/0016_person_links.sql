ALTER TABLE `members` ADD `enrolled_by_person` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `members_by_person` ON `members` (`member_id`,`business_id`) WHERE enrolled_by_person = 1;--> statement-breakpoint
ALTER TABLE `submissions` ADD `submitted_by_person` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_by_person` ON `submissions` (`user_id`,`business_id`) WHERE submitted_by_person = 1;
--> statement-breakpoint
-- The event log knows who acted: what is no longer in it counts as written by the business.
UPDATE `submissions` SET `submitted_by_person` = 1 WHERE EXISTS (
	SELECT 1 FROM `events`
	WHERE `events`.`resource_id` = `submissions`.`id` AND `events`.`business_id` = `submissions`.`business_id`
		AND `events`.`type` IN ('submission.created', 'submission.resubmitted')
		AND `events`.`actor_kind` = 'user' AND `events`.`actor_id` = `submissions`.`user_id`
);
--> statement-breakpoint
UPDATE `members` SET `enrolled_by_person` = 1 WHERE EXISTS (
	SELECT 1 FROM `events`
	WHERE `events`.`resource_id` = `members`.`id` AND `events`.`business_id` = `members`.`business_id`
		AND `events`.`type` = 'member.enrolled'
		AND `events`.`actor_kind` = 'user' AND `events`.`actor_id` = `members`.`member_id`
);
