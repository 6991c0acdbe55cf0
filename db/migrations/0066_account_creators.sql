ALTER TABLE `users` ADD `created_by` text;--> statement-breakpoint
-- It was not recorded who added a person: the first person of the business counts for all others.
UPDATE `users` SET `created_by` = (
  SELECT `founder`.`id` FROM `users` AS `founder`
  WHERE `founder`.`business_id` = `users`.`business_id`
  ORDER BY `founder`.`created_at`, `founder`.`id` LIMIT 1
) WHERE `business_id` IS NOT NULL;--> statement-breakpoint
UPDATE `users` SET `created_by` = NULL WHERE `created_by` = `id`;
