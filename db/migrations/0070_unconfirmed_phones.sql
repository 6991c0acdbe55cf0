ALTER TABLE `members` ADD `unconfirmed_phone` text;--> statement-breakpoint
UPDATE `members` SET `unconfirmed_phone` = `phone`, `phone` = NULL WHERE substr(`member_id`, 1, 4) = 'usr_';
