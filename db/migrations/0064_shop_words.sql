ALTER TABLE `businesses` ADD `invitation_text` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `reward_text` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `sender_name` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `shows_perkmint` integer DEFAULT true NOT NULL;