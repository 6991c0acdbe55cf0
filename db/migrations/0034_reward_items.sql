ALTER TABLE `campaigns` ADD `reward_item` text;--> statement-breakpoint
ALTER TABLE `rewards` ADD `item` text;