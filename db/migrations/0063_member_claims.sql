CREATE TABLE `member_claims` (
	`member_key` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_claims_by_hash` ON `member_claims` (`hash`);--> statement-breakpoint
CREATE INDEX `member_claims_by_expiry` ON `member_claims` (`expires_at`);--> statement-breakpoint
DROP INDEX `members_by_email`;--> statement-breakpoint
ALTER TABLE `members` ADD `enrolled_as` text;--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_earlier_reference` ON `members` (`program_id`,`enrolled_as`) WHERE enrolled_as is not null;--> statement-breakpoint
CREATE INDEX `members_by_address` ON `members` (`email`,`program_id`) WHERE email is not null;