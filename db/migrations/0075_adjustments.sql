CREATE TABLE `adjustment_parts` (
	`adjustment_id` text NOT NULL,
	`cashback_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`adjustment_id`, `cashback_id`),
	FOREIGN KEY (`adjustment_id`) REFERENCES `member_adjustments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "adjustment_parts_amounts" CHECK(amount_cents > 0)
);
--> statement-breakpoint
CREATE INDEX `adjustment_parts_by_cashback` ON `adjustment_parts` (`cashback_id`);--> statement-breakpoint
CREATE TABLE `member_adjustments` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`points` integer NOT NULL,
	`visits` integer NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`cashback_cents` integer NOT NULL,
	`cashback_id` text,
	`transfer_id` text,
	`reason` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	`undone_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_adjustments_amounts" CHECK(case when points <> 0 then 1 else 0 end + case when visits <> 0 then 1 else 0 end
        + case when cashback_cents <> 0 then 1 else 0 end = 1)
);
--> statement-breakpoint
CREATE INDEX `member_adjustments_by_member` ON `member_adjustments` (`member_key`,`created_at`,`id`);