CREATE TABLE `imported_members` (
	`import_id` text NOT NULL,
	`member_key` text NOT NULL,
	`line` integer NOT NULL,
	`is_created` integer NOT NULL,
	`points` integer NOT NULL,
	`visits` integer NOT NULL,
	`cashback_cents` integer NOT NULL,
	`points_transfer_id` text,
	`cashback_id` text,
	`cashback_transfer_id` text,
	`before` text,
	`state` text NOT NULL,
	PRIMARY KEY(`import_id`, `member_key`),
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`points_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "imported_members_amounts" CHECK(points >= 0 and visits >= 0 and cashback_cents >= 0)
);
--> statement-breakpoint
CREATE INDEX `imported_members_by_member` ON `imported_members` (`member_key`);--> statement-breakpoint
CREATE INDEX `imported_members_by_cashback` ON `imported_members` (`cashback_id`) WHERE cashback_id is not null;--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`status` text NOT NULL,
	`is_dry_run` integer NOT NULL,
	`mapping` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`read_bytes` integer DEFAULT 0 NOT NULL,
	`row_count` integer DEFAULT 0 NOT NULL,
	`created_count` integer DEFAULT 0 NOT NULL,
	`updated_count` integer DEFAULT 0 NOT NULL,
	`unchanged_count` integer DEFAULT 0 NOT NULL,
	`failed_count` integer DEFAULT 0 NOT NULL,
	`errors` text NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`points` integer DEFAULT 0 NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`cashback_cents` integer DEFAULT 0 NOT NULL,
	`kept_count` integer DEFAULT 0 NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`completed_at` text,
	`undone_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "imports_kind" CHECK("imports"."kind" in ('members')),
	CONSTRAINT "imports_format" CHECK("imports"."format" in ('generic', 'square', 'stampMe', 'smile', 'stamped', 'loopyLoyalty')),
	CONSTRAINT "imports_status" CHECK("imports"."status" in ('running', 'completed', 'failed', 'undoing', 'undone'))
);
--> statement-breakpoint
CREATE INDEX `imports_by_business` ON `imports` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `imports_by_program` ON `imports` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `imports_by_creation` ON `imports` (`created_at`,`id`);