ALTER TABLE `imported_members` ADD `spend_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imported_members` ADD `reward_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `spend_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `imports` ADD `rewards` integer DEFAULT 0 NOT NULL;