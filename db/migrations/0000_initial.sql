CREATE TABLE `api_key_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`expires_at` text,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `api_key_secrets_by_key` ON `api_key_secrets` (`key_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`last4` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	`rotated_at` text,
	`revoked_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `api_keys_by_business` ON `api_keys` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `links` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "links_purpose" CHECK("links"."purpose" in ('reset', 'invite', 'setup'))
);
--> statement-breakpoint
CREATE INDEX `links_by_user` ON `links` (`user_id`);--> statement-breakpoint
CREATE INDEX `links_by_expiry` ON `links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_by_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	`end_reason` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`business_id` text,
	`position` text,
	`password_hash` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('admin', 'business', 'customer')),
	CONSTRAINT "users_position" CHECK("users"."position" in ('owner', 'staff'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_business` ON `users` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `businesses` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`industry` text,
	`website` text,
	`currency` text DEFAULT 'USD' NOT NULL,
	`policy_guard` text DEFAULT 'warn' NOT NULL,
	`require_reject_reason` integer DEFAULT false NOT NULL,
	`event_sequence` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "businesses_policy_guard" CHECK("businesses"."policy_guard" in ('warn', 'block'))
);
--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`instructions` text,
	`state` text NOT NULL,
	`state_reason` text,
	`platform` text NOT NULL,
	`action_type` text NOT NULL,
	`action_id` text,
	`program_id` text,
	`reward_type` text NOT NULL,
	`reward_value` integer NOT NULL,
	`reward_max_cents` integer,
	`reward_expires_in_days` integer NOT NULL,
	`min_followers` integer NOT NULL,
	`hashtags` text NOT NULL,
	`starts_at` text,
	`ends_at` text,
	`budget_total_cents` integer,
	`budget_reserved_cents` integer DEFAULT 0 NOT NULL,
	`budget_spent_cents` integer DEFAULT 0 NOT NULL,
	`max_approvals` integer,
	`per_user` integer NOT NULL,
	`review_mode` text NOT NULL,
	`review_sla_hours` integer,
	`review_on_timeout` text NOT NULL,
	`disclosure_required` integer NOT NULL,
	`disclosure_text` text,
	`warnings` text NOT NULL,
	`policy_acknowledged_at` text,
	`pending_count` integer DEFAULT 0 NOT NULL,
	`approved_count` integer DEFAULT 0 NOT NULL,
	`rejected_count` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "campaigns_state" CHECK("campaigns"."state" in ('draft', 'active', 'paused', 'ended', 'expired')),
	CONSTRAINT "campaigns_reward_type" CHECK("campaigns"."reward_type" in ('percentage', 'fixed')),
	CONSTRAINT "campaigns_budget" CHECK(budget_reserved_cents >= 0 and budget_spent_cents >= 0 and
        (budget_total_cents is null or budget_reserved_cents + budget_spent_cents <= budget_total_cents)),
	CONSTRAINT "campaigns_counts" CHECK(pending_count >= 0 and approved_count >= 0 and rejected_count >= 0)
);
--> statement-breakpoint
CREATE INDEX `campaigns_by_business` ON `campaigns` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_business_state` ON `campaigns` (`business_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_state` ON `campaigns` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_creation` ON `campaigns` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_due` ON `campaigns` (`ends_at`) WHERE state in ('active', 'paused') and ends_at is not null;--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`type` text NOT NULL,
	`family` text NOT NULL,
	`resource_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`request_id` text,
	`data` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_by_sequence` ON `events` (`business_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_by_type` ON `events` (`business_id`,`type`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_by_family` ON `events` (`business_id`,`family`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_by_resource` ON `events` (`resource_id`,`business_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `events_by_creation` ON `events` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`caller` text NOT NULL,
	`key` text NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`expires_at` text NOT NULL,
	PRIMARY KEY(`caller`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reference_entries` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);
--> statement-breakpoint
CREATE TABLE `rewards` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`business_id` text NOT NULL,
	`campaign_id` text,
	`program_id` text,
	`submission_id` text,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`value` integer NOT NULL,
	`max_cents` integer,
	`amount_cents` integer,
	`status` text NOT NULL,
	`void_reason` text,
	`expires_at` text NOT NULL,
	`redeemed_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rewards_status" CHECK("rewards"."status" in ('issued', 'redeemed', 'expired', 'void')),
	CONSTRAINT "rewards_type" CHECK("rewards"."type" in ('percentage', 'fixed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rewards_code` ON `rewards` (`code`);--> statement-breakpoint
CREATE INDEX `rewards_by_business` ON `rewards` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_by_business_status` ON `rewards` (`business_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_by_campaign` ON `rewards` (`campaign_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_by_user` ON `rewards` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_by_creation` ON `rewards` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_due` ON `rewards` (`expires_at`) WHERE status = 'issued';--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`campaign_id` text,
	`program_id` text,
	`action_id` text,
	`member_id` text,
	`user_id` text NOT NULL,
	`proof_url` text NOT NULL,
	`proof_type` text NOT NULL,
	`proof_hash` text NOT NULL,
	`image_hash` text,
	`status` text NOT NULL,
	`notes` text,
	`handle` text,
	`followers` integer,
	`order_value_cents` integer,
	`budget_cents` integer DEFAULT 0 NOT NULL,
	`reward_id` text,
	`reason` text,
	`rejection_code` text,
	`reviewed_at` text,
	`reviewed_by` text,
	`review_due_at` text,
	`review_due_noted_at` text,
	`review_note` text,
	`revision` integer DEFAULT 1 NOT NULL,
	`resubmit_of` text,
	`verification_status` text DEFAULT 'unverified' NOT NULL,
	`verification_checks` text NOT NULL,
	`verified_at` text,
	`risk_score` integer NOT NULL,
	`risk_flags` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submissions_status" CHECK("submissions"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "submissions_proof_type" CHECK("submissions"."proof_type" in ('url', 'screenshot', 'text'))
);
--> statement-breakpoint
CREATE INDEX `submissions_by_business` ON `submissions` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_business_status` ON `submissions` (`business_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_campaign` ON `submissions` (`campaign_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_campaign_status` ON `submissions` (`campaign_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_user` ON `submissions` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_by_user_campaign` ON `submissions` (`user_id`,`campaign_id`,`status`);--> statement-breakpoint
CREATE INDEX `submissions_by_proof` ON `submissions` (`campaign_id`,`proof_hash`);--> statement-breakpoint
CREATE INDEX `submissions_by_image` ON `submissions` (`business_id`,`image_hash`) WHERE image_hash is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_creation` ON `submissions` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_due` ON `submissions` (`review_due_at`) WHERE status = 'pending' and review_due_noted_at is null;--> statement-breakpoint
CREATE INDEX `submissions_resubmitted` ON `submissions` (`resubmit_of`) WHERE resubmit_of is not null;--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`business_id` text,
	`media_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_by_owner` ON `uploads` (`owner_id`);--> statement-breakpoint
CREATE TABLE `tallies` (
	`scope` text NOT NULL,
	`list` text NOT NULL,
	`facet` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`scope`, `list`, `facet`)
);
