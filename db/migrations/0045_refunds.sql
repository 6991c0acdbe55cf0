CREATE TABLE `cashback_redemption_parts` (
	`redemption_id` text NOT NULL,
	`number` integer NOT NULL,
	`cashback_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`redemption_id`, `number`),
	FOREIGN KEY (`redemption_id`) REFERENCES `cashback_redemptions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashback_redemption_parts_amounts" CHECK(amount_cents > 0 and refunded_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE INDEX `cashback_redemption_parts_by_cashback` ON `cashback_redemption_parts` (`cashback_id`);--> statement-breakpoint
CREATE TABLE `cashback_redemptions` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`transfer_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashback_redemptions_amounts" CHECK(amount_cents > 0 and refunded_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE TABLE `cashback_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`number` integer NOT NULL,
	`order_id` text,
	`cashback_id` text,
	`visit_id` text,
	`redemption_id` text,
	`activity_reference` text,
	`amount_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`cashback_cents` integer NOT NULL,
	`held_cents` integer NOT NULL,
	`expired_cents` integer NOT NULL,
	`points` integer NOT NULL,
	`visits` integer NOT NULL,
	`reason` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`visit_id`) REFERENCES `visits`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`redemption_id`) REFERENCES `cashback_redemptions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashback_refunds_amounts" CHECK(amount_cents between 0 and total_cents and cashback_cents >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cashback_refunds_subject` ON `cashback_refunds` (`subject_id`,`number`);--> statement-breakpoint
ALTER TABLE `ledger_transfers` ADD `partly_reverses` text REFERENCES ledger_transfers(id);--> statement-breakpoint
CREATE INDEX `ledger_transfers_partly_reverses` ON `ledger_transfers` (`partly_reverses`) WHERE partly_reverses is not null;--> statement-breakpoint
ALTER TABLE `cashbacks` ADD `refunded_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `cashbacks` ADD `expired_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `visits_by_cashback` ON `visits` (`cashback_id`) WHERE cashback_id is not null;