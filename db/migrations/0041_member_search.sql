CREATE TABLE `member_terms` (
	`member_key` text NOT NULL,
	`term` text NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	PRIMARY KEY(`member_key`, `term`),
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `member_terms_by_program` ON `member_terms` (`program_id`,`term`,`member_key`);--> statement-breakpoint
CREATE INDEX `member_terms_by_business` ON `member_terms` (`business_id`,`term`,`member_key`);--> statement-breakpoint
ALTER TABLE `businesses` ADD `country` text;--> statement-breakpoint
ALTER TABLE `members` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `members` ADD `card_version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_phone` ON `members` (`program_id`,`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `members_by_activity` ON `members` (`program_id`,coalesce("last_activity_at", "joined_at"),`id`);--> statement-breakpoint
CREATE INDEX `members_of_business_by_activity` ON `members` (`business_id`,coalesce("last_activity_at", "joined_at"),`id`);--> statement-breakpoint
ALTER TABLE `programs` ADD `card` text DEFAULT 'static' NOT NULL CONSTRAINT "programs_card" CHECK(card in ('static', 'rotating'));