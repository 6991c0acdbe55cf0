CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`unit` text NOT NULL,
	`owner_id` text NOT NULL,
	`business_id` text,
	`allows_negative` integer NOT NULL,
	`balance` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_accounts_floor" CHECK(allows_negative or balance >= 0)
);
--> statement-breakpoint
CREATE INDEX `ledger_accounts_by_owner` ON `ledger_accounts` (`owner_id`);--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`transfer_id` text NOT NULL,
	`account_id` text NOT NULL,
	`unit` text NOT NULL,
	`amount` integer NOT NULL,
	`balance_after` integer NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `ledger_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_amount" CHECK(amount <> 0)
);
--> statement-breakpoint
CREATE INDEX `ledger_entries_by_transfer` ON `ledger_entries` (`transfer_id`);--> statement-breakpoint
CREATE INDEX `ledger_entries_by_account` ON `ledger_entries` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`business_id` text,
	`reference` text,
	`reverses` text,
	`description` text,
	`request_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_reference` ON `ledger_transfers` (`kind`,`reference`) WHERE reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transfers_reverses` ON `ledger_transfers` (`reverses`) WHERE reverses is not null;--> statement-breakpoint
CREATE TABLE `cashbacks` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`submission_id` text,
	`order_id` text,
	`amount_cents` integer NOT NULL,
	`remaining_cents` integer NOT NULL,
	`order_value_cents` integer,
	`rate` integer,
	`status` text NOT NULL,
	`description` text,
	`reason` text,
	`available_at` text NOT NULL,
	`expires_at` text,
	`earn_transfer_id` text NOT NULL,
	`release_transfer_id` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`earn_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`release_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashbacks_status" CHECK("cashbacks"."status" in ('pending', 'available', 'redeemed', 'void', 'reversed', 'expired')),
	CONSTRAINT "cashbacks_amounts" CHECK(amount_cents > 0 and remaining_cents between 0 and amount_cents)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cashbacks_order` ON `cashbacks` (`program_id`,`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `cashbacks_by_program` ON `cashbacks` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cashbacks_by_program_status` ON `cashbacks` (`program_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cashbacks_by_member` ON `cashbacks` (`member_key`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cashbacks_by_member_status` ON `cashbacks` (`member_key`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `cashbacks_by_submission` ON `cashbacks` (`submission_id`,`id`) WHERE submission_id is not null;--> statement-breakpoint
CREATE INDEX `cashbacks_held` ON `cashbacks` (`available_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `cashbacks_expiring` ON `cashbacks` (`expires_at`) WHERE status = 'available' and expires_at is not null;--> statement-breakpoint
CREATE TABLE `member_goals` (
	`member_id` text NOT NULL,
	`goal_id` text NOT NULL,
	`completed_at` text NOT NULL,
	PRIMARY KEY(`member_id`, `goal_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `member_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`reference` text NOT NULL,
	`is_approval` integer NOT NULL,
	`points` integer NOT NULL,
	`spend_cents` integer NOT NULL,
	`transfer_id` text,
	`created_at` text NOT NULL,
	`reversed_at` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_steps_open` ON `member_steps` (`reference`) WHERE reversed_at is null;--> statement-breakpoint
CREATE INDEX `member_steps_by_member` ON `member_steps` (`member_id`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_id` text NOT NULL,
	`name` text,
	`email` text,
	`status` text NOT NULL,
	`tier` text,
	`points` integer DEFAULT 0 NOT NULL,
	`pending_cents` integer DEFAULT 0 NOT NULL,
	`available_cents` integer DEFAULT 0 NOT NULL,
	`redeemed_cents` integer DEFAULT 0 NOT NULL,
	`lifetime_cents` integer DEFAULT 0 NOT NULL,
	`granted_cents` integer DEFAULT 0 NOT NULL,
	`spend_cents` integer DEFAULT 0 NOT NULL,
	`submission_count` integer DEFAULT 0 NOT NULL,
	`approved_count` integer DEFAULT 0 NOT NULL,
	`metadata` text NOT NULL,
	`joined_at` text NOT NULL,
	`last_activity_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "members_status" CHECK("members"."status" in ('active', 'suspended', 'left')),
	CONSTRAINT "members_sums" CHECK(points >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0
        and lifetime_cents >= 0 and granted_cents >= 0 and spend_cents >= 0
        and submission_count >= approved_count and approved_count >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_reference` ON `members` (`program_id`,`member_id`);--> statement-breakpoint
CREATE INDEX `members_by_program` ON `members` (`program_id`,`joined_at`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_program_status` ON `members` (`program_id`,`status`,`joined_at`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_program_tier` ON `members` (`program_id`,`tier`,`joined_at`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_program_status_tier` ON `members` (`program_id`,`status`,`tier`,`joined_at`,`id`);--> statement-breakpoint
CREATE TABLE `programs` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`rewards` text NOT NULL,
	`member_count` integer DEFAULT 0 NOT NULL,
	`active_member_count` integer DEFAULT 0 NOT NULL,
	`submission_count` integer DEFAULT 0 NOT NULL,
	`approved_count` integer DEFAULT 0 NOT NULL,
	`pending_cents` integer DEFAULT 0 NOT NULL,
	`available_cents` integer DEFAULT 0 NOT NULL,
	`redeemed_cents` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "programs_status" CHECK("programs"."status" in ('active', 'paused', 'ended')),
	CONSTRAINT "programs_sums" CHECK(member_count >= active_member_count and active_member_count >= 0 and submission_count >= approved_count
        and approved_count >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0)
);
--> statement-breakpoint
CREATE INDEX `programs_by_business` ON `programs` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_business_status` ON `programs` (`business_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_status` ON `programs` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_creation` ON `programs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_program` ON `campaigns` (`program_id`) WHERE program_id is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_program_proof` ON `submissions` (`program_id`,`proof_hash`) WHERE program_id is not null;