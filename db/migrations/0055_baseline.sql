-- The schema of 0000 to 0055, which are of versions before 0.2.0. PostgreSQL's is derived from it (postgres/derive.ts).
CREATE TABLE `api_key_secrets` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`expires_at` text,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
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
	`revoked_at` text, `created_by` text, `rotated_by` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `api_keys_by_business` ON `api_keys` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `refresh_tokens_by_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	`end_reason` text, `user_agent` text, `last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_expiry` ON `sessions` (`expires_at`);--> statement-breakpoint
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
	`updated_at` text NOT NULL, `slug` text, `handles` text DEFAULT '{}' NOT NULL, `logo_upload_id` text, `accent_color` text, `reinstate_window_hours` integer DEFAULT 24 NOT NULL, `refund_window_days` integer DEFAULT 30 NOT NULL, `country` text, `time_zone` text DEFAULT 'UTC' NOT NULL, `locale` text DEFAULT 'en-US' NOT NULL, `usd_rate_millionths` integer,
	CONSTRAINT "businesses_policy_guard" CHECK("businesses"."policy_guard" in ('warn', 'block'))
);--> statement-breakpoint
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
	`updated_at` text NOT NULL, `suggestion_id` text, `reward_item` text, `slug` text, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "campaigns_state" CHECK("campaigns"."state" in ('draft', 'active', 'paused', 'ended', 'expired')),
	CONSTRAINT "campaigns_reward_type" CHECK("campaigns"."reward_type" in ('percentage', 'fixed')),
	CONSTRAINT "campaigns_budget" CHECK(budget_reserved_cents >= 0 and budget_spent_cents >= 0 and
        (budget_total_cents is null or budget_reserved_cents + budget_spent_cents <= budget_total_cents)),
	CONSTRAINT "campaigns_counts" CHECK(pending_count >= 0 and approved_count >= 0 and rejected_count >= 0)
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_expiry` ON `idempotency_keys` (`expires_at`);--> statement-breakpoint
CREATE TABLE `facts` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `reference_entries` (
	`kind` text NOT NULL,
	`id` text NOT NULL,
	`position` integer NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`kind`, `id`)
);--> statement-breakpoint
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
	`created_at` text NOT NULL, `source` text DEFAULT 'submission' NOT NULL, `item` text, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rewards_status" CHECK("rewards"."status" in ('issued', 'redeemed', 'expired', 'void')),
	CONSTRAINT "rewards_type" CHECK("rewards"."type" in ('percentage', 'fixed'))
);--> statement-breakpoint
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
	`created_at` text NOT NULL, `submitted_by_person` integer DEFAULT false NOT NULL, `upload_id` text REFERENCES uploads(id) ON DELETE SET NULL, `upload_media_type` text, `order_value_confirmed` integer DEFAULT 0 NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`campaign_id`) REFERENCES `campaigns`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "submissions_status" CHECK("submissions"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "submissions_proof_type" CHECK("submissions"."proof_type" in ('url', 'screenshot', 'text'))
);--> statement-breakpoint
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
, `attached_at` text, `storage` text DEFAULT 'folder' NOT NULL CONSTRAINT "uploads_storage" CHECK(storage in ('folder', 'database', 's3')));--> statement-breakpoint
CREATE TABLE `tallies` (
	`scope` text NOT NULL,
	`list` text NOT NULL,
	`facet` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`scope`, `list`, `facet`)
);--> statement-breakpoint
CREATE TABLE `influencer_accounts` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`handle_key` text NOT NULL,
	`influencer_id` text NOT NULL,
	`followers` integer NOT NULL,
	PRIMARY KEY(`business_id`, `platform`, `handle_key`),
	FOREIGN KEY (`influencer_id`) REFERENCES `influencers`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `influencer_accounts_of` ON `influencer_accounts` (`influencer_id`,`platform`,`followers`);--> statement-breakpoint
CREATE TABLE `influencers` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`platforms` text NOT NULL,
	`rate_card` text NOT NULL,
	`niches` text NOT NULL,
	`country` text,
	`engagement_rate` real,
	`notes` text,
	`search_text` text NOT NULL,
	`created_at` text NOT NULL, `status` text DEFAULT 'lead' NOT NULL CONSTRAINT "influencers_status" CHECK("status" in ('lead', 'contacted', 'active', 'inactive')),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `influencers_by_business` ON `influencers` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `influencers_by_creation` ON `influencers` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `influencers_email` ON `influencers` (`business_id`,`email_key`);--> statement-breakpoint
CREATE TABLE `observations` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`action_type` text NOT NULL,
	`action_id` text NOT NULL,
	`approved` integer NOT NULL,
	`rejected` integer NOT NULL,
	`fixed_approved` integer NOT NULL,
	`fixed_cents` integer NOT NULL,
	PRIMARY KEY(`business_id`, `platform`, `action_type`, `action_id`)
);--> statement-breakpoint
CREATE TRIGGER campaigns_observed after update of approved_count, rejected_count on campaigns
  when new.approved_count <> old.approved_count or new.rejected_count <> old.rejected_count begin
  insert into observations values (
    new.business_id, new.platform, new.action_type, coalesce(new.action_id, ''),
    new.approved_count - old.approved_count, new.rejected_count - old.rejected_count,
    iif(new.reward_type = 'fixed', new.approved_count - old.approved_count, 0),
    iif(new.reward_type = 'fixed', (new.approved_count - old.approved_count) * new.reward_value, 0))
    on conflict (business_id, platform, action_type, action_id) do update set
      approved = approved + excluded.approved, rejected = rejected + excluded.rejected,
      fixed_approved = fixed_approved + excluded.fixed_approved, fixed_cents = fixed_cents + excluded.fixed_cents;
end;--> statement-breakpoint
CREATE TABLE `ledger_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`unit` text NOT NULL,
	`owner_id` text NOT NULL,
	`business_id` text,
	`allows_negative` integer NOT NULL,
	`balance` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_accounts_floor" CHECK(allows_negative or balance >= 0)
);--> statement-breakpoint
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
);--> statement-breakpoint
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
	`created_at` text NOT NULL, `partly_reverses` text REFERENCES ledger_transfers(id),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
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
	`created_at` text NOT NULL, `refunded_cents` integer DEFAULT 0 NOT NULL, `expired_cents` integer DEFAULT 0 NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`earn_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`release_transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cashbacks_status" CHECK("cashbacks"."status" in ('pending', 'available', 'redeemed', 'void', 'reversed', 'expired')),
	CONSTRAINT "cashbacks_amounts" CHECK(amount_cents > 0 and remaining_cents between 0 and amount_cents)
);--> statement-breakpoint
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
	`completed_at` text NOT NULL, `completions` integer DEFAULT 1 NOT NULL, `baseline` integer DEFAULT 0 NOT NULL, `consumed` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`member_id`, `goal_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `member_steps` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`reference` text NOT NULL,
	`is_approval` integer NOT NULL,
	`points` integer NOT NULL,
	`spend_cents` integer NOT NULL,
	`transfer_id` text,
	`created_at` text NOT NULL,
	`reversed_at` text, `visits` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
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
	`last_activity_at` text, `enrolled_by_person` integer DEFAULT false NOT NULL, `phone` text, `card_version` integer DEFAULT 0 NOT NULL, `points_spent` integer DEFAULT 0 NOT NULL, `visit_count` integer DEFAULT 0 NOT NULL, `last_visit_at` text, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "members_status" CHECK("members"."status" in ('active', 'suspended', 'left')),
	CONSTRAINT "members_sums" CHECK(points >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0
        and lifetime_cents >= 0 and granted_cents >= 0 and spend_cents >= 0
        and submission_count >= approved_count and approved_count >= 0)
);--> statement-breakpoint
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
	`updated_at` text NOT NULL, `auto_credit_limit_cents` integer DEFAULT 0 NOT NULL, `card` text DEFAULT 'static' NOT NULL CONSTRAINT "programs_card" CHECK(card in ('static', 'rotating')), `visit_cooldown_minutes` integer, `visit_max_per_day` integer, `visit_count` integer DEFAULT 0 NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "programs_status" CHECK("programs"."status" in ('active', 'paused', 'ended')),
	CONSTRAINT "programs_sums" CHECK(member_count >= active_member_count and active_member_count >= 0 and submission_count >= approved_count
        and approved_count >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0)
);--> statement-breakpoint
CREATE INDEX `programs_by_business` ON `programs` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_business_status` ON `programs` (`business_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_status` ON `programs` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `programs_by_creation` ON `programs` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_program` ON `campaigns` (`program_id`) WHERE program_id is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_program_proof` ON `submissions` (`program_id`,`proof_hash`) WHERE program_id is not null;--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_update before update on ledger_entries begin
  select raise(abort, 'ledger_entries is append-only');
end;--> statement-breakpoint
CREATE TRIGGER ledger_entries_no_delete before delete on ledger_entries begin
  select raise(abort, 'ledger_entries is append-only');
end;--> statement-breakpoint
CREATE TRIGGER ledger_transfers_no_delete before delete on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_no_delete before delete on ledger_accounts begin
  select raise(abort, 'ledger_accounts are not deleted');
end;--> statement-breakpoint
CREATE TRIGGER ledger_accounts_fixed before update of id, unit, owner_id, business_id, allows_negative on ledger_accounts begin
  select raise(abort, 'only the balance of a ledger account changes');
end;--> statement-breakpoint
CREATE TRIGGER members_tally_insert after insert on members begin
  insert into tallies (scope, list, facet, total) values
    (new.program_id, 'members', new.status || ':' || coalesce(new.tier, ''), 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER members_tally_delete after delete on members begin
  insert into tallies (scope, list, facet, total) values
    (old.program_id, 'members', old.status || ':' || coalesce(old.tier, ''), -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;--> statement-breakpoint
CREATE TRIGGER members_tally_update after update of status, tier on members when new.status <> old.status or new.tier is not old.tier begin
  insert into tallies (scope, list, facet, total) values
    (old.program_id, 'members', old.status || ':' || coalesce(old.tier, ''), -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.program_id, 'members', new.status || ':' || coalesce(new.tier, ''), 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER cashbacks_tally_insert after insert on cashbacks begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'cashbacks', new.status, 1),
    (new.program_id, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER cashbacks_tally_delete after delete on cashbacks begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'cashbacks', old.status, -1),
    (old.program_id, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;--> statement-breakpoint
CREATE TRIGGER cashbacks_tally_update after update of status on cashbacks when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'cashbacks', old.status, -1),
    (old.program_id, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'cashbacks', new.status, 1),
    (new.program_id, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TABLE `verification_results` (
	`provider` text NOT NULL,
	`id` text NOT NULL,
	`submission_id` text NOT NULL,
	`result` text NOT NULL,
	`score` real,
	`evidence` text,
	`received_at` text NOT NULL,
	PRIMARY KEY(`provider`, `id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "verification_results_result" CHECK("verification_results"."result" in ('verified', 'failed', 'inconclusive'))
);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`sample` text,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`response_status` integer,
	`response_body` text,
	`error` text,
	`duration_ms` integer,
	`timeline` text NOT NULL,
	`next_attempt_at` text,
	`created_at` text NOT NULL, `claimed_by` text, `claimed_until` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deliveries_status" CHECK("deliveries"."status" in ('pending', 'succeeded', 'failed', 'abandoned'))
);--> statement-breakpoint
CREATE INDEX `deliveries_by_webhook` ON `deliveries` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_webhook_status` ON `deliveries` (`webhook_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`webhook_id`,`next_attempt_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_by_creation` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`disabled_reason` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text, `is_thin` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_status" CHECK("webhooks"."status" in ('active', 'disabled')),
	CONSTRAINT "webhooks_disabled_reason" CHECK("webhooks"."disabled_reason" in ('manual', 'failures', 'gone'))
);--> statement-breakpoint
CREATE INDEX `webhooks_by_business` ON `webhooks` (`business_id`,`created_at`,`id`) WHERE removed_at is null;--> statement-breakpoint
CREATE TABLE `exchange_buckets` (
	`perk_id` text NOT NULL,
	`span_seconds` integer NOT NULL,
	`starts_at` integer NOT NULL,
	`open_cents` integer NOT NULL,
	`high_cents` integer NOT NULL,
	`low_cents` integer NOT NULL,
	`close_cents` integer NOT NULL,
	`volume_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`trades` integer NOT NULL,
	PRIMARY KEY(`perk_id`, `span_seconds`, `starts_at`)
);--> statement-breakpoint
CREATE TABLE `exchange_levels` (
	`perk_id` text NOT NULL,
	`type` text NOT NULL,
	`rank_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`orders` integer NOT NULL,
	PRIMARY KEY(`perk_id`, `type`, `rank_cents`),
	CONSTRAINT "exchange_levels_counts" CHECK(quantity >= 0 and orders >= 0)
);--> statement-breakpoint
CREATE TABLE `exchange_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`owner_id` text NOT NULL,
	`user_id` text NOT NULL,
	`perk_id` text NOT NULL,
	`type` text NOT NULL,
	`order_type` text NOT NULL,
	`price_cents` integer,
	`rank_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`filled` integer DEFAULT 0 NOT NULL,
	`cancelled` integer DEFAULT 0 NOT NULL,
	`value_cents` integer DEFAULT 0 NOT NULL,
	`status` text NOT NULL,
	`time_in_force` text NOT NULL,
	`cancel_reason` text,
	`client_order_id` text,
	`expires_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`perk_id`) REFERENCES `perks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exchange_orders_type" CHECK("exchange_orders"."type" in ('buy', 'sell')),
	CONSTRAINT "exchange_orders_status" CHECK("exchange_orders"."status" in ('open', 'partiallyFilled', 'filled', 'cancelled', 'expired')),
	CONSTRAINT "exchange_orders_counts" CHECK(quantity > 0 and filled >= 0 and cancelled >= 0 and filled + cancelled <= quantity)
);--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_orders_sequence` ON `exchange_orders` (`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_orders_book` ON `exchange_orders` (`perk_id`,`type`,`rank_cents`,`sequence`) WHERE status in ('open', 'partiallyFilled');--> statement-breakpoint
CREATE INDEX `exchange_orders_by_owner` ON `exchange_orders` (`owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_orders_by_owner_status` ON `exchange_orders` (`owner_id`,`status`,`sequence`);--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_orders_client` ON `exchange_orders` (`owner_id`,`client_order_id`) WHERE client_order_id is not null;--> statement-breakpoint
CREATE INDEX `exchange_orders_due` ON `exchange_orders` (`expires_at`) WHERE status in ('open', 'partiallyFilled') and expires_at is not null;--> statement-breakpoint
CREATE TABLE `exchange_traders` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`user_id` text NOT NULL,
	`business_id` text,
	`role` text NOT NULL,
	`status` text NOT NULL,
	`display_name` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exchange_traders_role" CHECK("exchange_traders"."role" in ('trader', 'issuer'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_traders_owner` ON `exchange_traders` (`owner_id`);--> statement-breakpoint
CREATE INDEX `exchange_traders_by_user` ON `exchange_traders` (`user_id`);--> statement-breakpoint
CREATE TABLE `exchange_trades` (
	`id` text PRIMARY KEY NOT NULL,
	`sequence` integer NOT NULL,
	`perk_id` text NOT NULL,
	`buy_order_id` text NOT NULL,
	`sell_order_id` text NOT NULL,
	`buy_owner_id` text NOT NULL,
	`sell_owner_id` text NOT NULL,
	`taker_side` text NOT NULL,
	`price_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`transfer_id` text NOT NULL,
	`executed_at` text NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`perk_id`) REFERENCES `perks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exchange_trades_sides" CHECK(buy_owner_id <> sell_owner_id and quantity > 0 and price_cents > 0)
);--> statement-breakpoint
CREATE UNIQUE INDEX `exchange_trades_sequence` ON `exchange_trades` (`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_trades_by_buyer` ON `exchange_trades` (`buy_owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_trades_by_seller` ON `exchange_trades` (`sell_owner_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_trades_by_perk` ON `exchange_trades` (`perk_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `perks` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`program_id` text,
	`name` text NOT NULL,
	`description` text,
	`face_value_cents` integer NOT NULL,
	`supply` integer NOT NULL,
	`redeemed` integer DEFAULT 0 NOT NULL,
	`last_price_cents` integer,
	`expires_at` text,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL, `change_sequence` integer DEFAULT 0 NOT NULL, `best_ask_cents` integer, `best_bid_cents` integer, `activity` integer DEFAULT 0 NOT NULL, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "perks_status" CHECK("perks"."status" in ('active', 'suspended', 'expired')),
	CONSTRAINT "perks_supply" CHECK(redeemed >= 0 and redeemed <= supply)
);--> statement-breakpoint
CREATE INDEX `perks_by_business` ON `perks` (`business_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `perks_by_status` ON `perks` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `perks_due` ON `perks` (`expires_at`) WHERE status <> 'expired' and expires_at is not null;--> statement-breakpoint
CREATE TRIGGER exchange_trades_no_update before update on exchange_trades begin
  select raise(abort, 'exchange_trades is append-only');
end;--> statement-breakpoint
CREATE TRIGGER exchange_trades_no_delete before delete on exchange_trades begin
  select raise(abort, 'exchange_trades is append-only');
end;--> statement-breakpoint
CREATE TRIGGER exchange_orders_final before update on exchange_orders
when old.status not in ('open', 'partiallyFilled') begin
  select raise(abort, 'a final order does not change');
end;--> statement-breakpoint
CREATE TRIGGER exchange_orders_no_delete before delete on exchange_orders begin
  select raise(abort, 'exchange_orders are not deleted');
end;--> statement-breakpoint
CREATE INDEX `exchange_trades_by_buyer_perk` ON `exchange_trades` (`buy_owner_id`,`perk_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_trades_by_seller_perk` ON `exchange_trades` (`sell_owner_id`,`perk_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `ai_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `suggestions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`origin` text NOT NULL,
	`plan_id` text,
	`action_id` text NOT NULL,
	`campaign` text NOT NULL,
	`cost_cents` integer NOT NULL,
	`value_cents` integer NOT NULL,
	`completions` integer NOT NULL,
	`created_at` text NOT NULL,
	`applied_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suggestions_origin" CHECK("suggestions"."origin" in ('generate', 'agent', 'quickStart'))
);--> statement-breakpoint
CREATE INDEX `suggestions_by_business` ON `suggestions` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `suggestions_applied` ON `suggestions` (`business_id`,`applied_at`) WHERE applied_at is not null;--> statement-breakpoint
CREATE INDEX `suggestions_unused` ON `suggestions` (`created_at`) WHERE applied_at is null;--> statement-breakpoint
CREATE INDEX `campaigns_by_suggestion` ON `campaigns` (`suggestion_id`) WHERE suggestion_id is not null;--> statement-breakpoint
CREATE TABLE `billing_customers` (
	`business_id` text NOT NULL,
	`provider` text NOT NULL,
	`customer_id` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`business_id`, `provider`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "billing_customers_provider" CHECK("billing_customers"."provider" in ('manual', 'stripe'))
);--> statement-breakpoint
CREATE TABLE `billing_events` (
	`provider` text NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`object_id` text,
	`subscription_id` text,
	`standing` text,
	`refund_of` text,
	`refunded_cents` integer,
	`rank` integer NOT NULL,
	`outcome` text NOT NULL,
	`occurred_at` text NOT NULL,
	`received_at` text NOT NULL,
	PRIMARY KEY(`provider`, `id`),
	CONSTRAINT "billing_events_provider" CHECK("billing_events"."provider" in ('manual', 'stripe')),
	CONSTRAINT "billing_events_standing" CHECK("billing_events"."standing" in ('active', 'pastDue')),
	CONSTRAINT "billing_events_outcome" CHECK("billing_events"."outcome" in ('applied', 'unknown', 'unmatched'))
);--> statement-breakpoint
CREATE INDEX `billing_events_of_refund` ON `billing_events` (`refund_of`) WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX `billing_events_of_subscription` ON `billing_events` (`subscription_id`,`occurred_at`,`rank`,`id`) WHERE standing is not null;--> statement-breakpoint
CREATE TABLE `invoice_numbers` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`reference` text NOT NULL,
	`business_id` text NOT NULL,
	`provider` text NOT NULL,
	`kind` text NOT NULL,
	`plan_id` text,
	`interval` text,
	`subscription_id` text,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`checkout_url` text,
	`checkout_id` text,
	`provider_invoice_id` text,
	`provider_payment_id` text,
	`transfer_id` text,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`shortfall_cents` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`due_at` text NOT NULL,
	`paid_at` text,
	`refunded_at` text, `refunds_cents` integer DEFAULT 0 NOT NULL, `charged_back_cents` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_provider" CHECK("invoices"."provider" in ('manual', 'stripe')),
	CONSTRAINT "invoices_kind" CHECK("invoices"."kind" in ('subscription', 'topup')),
	CONSTRAINT "invoices_interval" CHECK("invoices"."interval" in ('month', 'year')),
	CONSTRAINT "invoices_status" CHECK("invoices"."status" in ('open', 'paid', 'void', 'refunded')),
	CONSTRAINT "invoices_amounts" CHECK(amount_cents > 0 and refunded_cents between 0 and amount_cents
        and shortfall_cents between 0 and refunded_cents)
);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_by_number` ON `invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_by_provider_invoice` ON `invoices` (`provider_invoice_id`) WHERE provider_invoice_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_by_provider_payment` ON `invoices` (`provider_payment_id`) WHERE provider_payment_id is not null;--> statement-breakpoint
CREATE INDEX `invoices_by_business` ON `invoices` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_business_status` ON `invoices` (`business_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_status` ON `invoices` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_creation` ON `invoices` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `plan_notices` (
	`business_id` text NOT NULL,
	`meter` text NOT NULL,
	`month` text NOT NULL,
	`plan_id` text NOT NULL,
	PRIMARY KEY(`business_id`, `meter`, `month`, `plan_id`),
	CONSTRAINT "plan_notices_meter" CHECK("plan_notices"."meter" in ('activeCampaigns', 'submissions', 'members'))
);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`provider` text NOT NULL,
	`is_own` integer NOT NULL,
	`plan_id` text NOT NULL,
	`interval` text NOT NULL,
	`standing` text,
	`anchor_at` text NOT NULL,
	`period_start` text,
	`period_end` text,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`past_due_at` text,
	`grace_ended_at` text,
	`ended_at` text,
	`renewal_invoice_id` text,
	`terms_key` text DEFAULT '' NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "subscriptions_provider" CHECK("subscriptions"."provider" in ('manual', 'stripe')),
	CONSTRAINT "subscriptions_interval" CHECK("subscriptions"."interval" in ('month', 'year')),
	CONSTRAINT "subscriptions_standing" CHECK("subscriptions"."standing" in ('active', 'pastDue'))
);--> statement-breakpoint
CREATE INDEX `subscriptions_by_business` ON `subscriptions` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_in_grace` ON `subscriptions` (`past_due_at`) WHERE past_due_at is not null and grace_ended_at is null and ended_at is null;--> statement-breakpoint
CREATE TABLE `usage_months` (
	`business_id` text NOT NULL,
	`month` text NOT NULL,
	`submissions` integer NOT NULL,
	PRIMARY KEY(`business_id`, `month`)
);--> statement-breakpoint
CREATE INDEX `ledger_accounts_by_owner` ON `ledger_accounts` (`owner_id`,`id`);--> statement-breakpoint
CREATE TRIGGER usage_months_submission after insert on submissions begin
  insert into usage_months (business_id, month, submissions) values
    (new.business_id, substr(new.created_at, 1, 7), 1)
    on conflict (business_id, month) do update set submissions = submissions + 1;
end;--> statement-breakpoint
CREATE TRIGGER invoices_no_delete before delete on invoices begin
  select raise(abort, 'invoices are not deleted');
end;--> statement-breakpoint
CREATE TRIGGER invoices_fixed before update of number, business_id, kind, amount_cents, currency on invoices begin
  select raise(abort, 'an invoice keeps its number, business, kind and amount');
end;--> statement-breakpoint
CREATE TRIGGER invoices_paid_once before update of paid_at, transfer_id on invoices
when (old.paid_at is not null and new.paid_at is not old.paid_at)
  or (old.transfer_id is not null and new.transfer_id is not old.transfer_id) begin
  select raise(abort, 'an invoice is paid once');
end;--> statement-breakpoint
CREATE TRIGGER billing_events_fixed
before update of provider, id, type, object_id, subscription_id, standing, refund_of, refunded_cents, rank,
  occurred_at, received_at on billing_events begin
  select raise(abort, 'an event stays as it came');
end;--> statement-breakpoint
CREATE TRIGGER billing_events_no_delete before delete on billing_events begin
  select raise(abort, 'billing_events is append-only');
end;--> statement-breakpoint
CREATE TABLE `oauth_flows` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`platform` text NOT NULL,
	`actor_id` text NOT NULL,
	`session_id` text,
	`browser_hash` text,
	`redirect_uri` text NOT NULL,
	`verifier` text,
	`expires_at` text NOT NULL,
	`consumed_at` text,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `oauth_flows_by_connection` ON `oauth_flows` (`connection_id`);--> statement-breakpoint
CREATE INDEX `oauth_flows_by_expiry` ON `oauth_flows` (`expires_at`);--> statement-breakpoint
CREATE TABLE `admin_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`operation` text NOT NULL,
	`target` text,
	`request_id` text
, `details` text, `previous_hash` text, `hash` text);--> statement-breakpoint
CREATE INDEX `admin_actions_by_time` ON `admin_actions` (`created_at`);--> statement-breakpoint
CREATE INDEX `perks_by_change` ON `perks` (`change_sequence`);--> statement-breakpoint
CREATE INDEX `members_by_person` ON `members` (`member_id`,`business_id`) WHERE enrolled_by_person = 1;--> statement-breakpoint
CREATE INDEX `submissions_by_person` ON `submissions` (`user_id`,`business_id`) WHERE submitted_by_person = 1;--> statement-breakpoint
CREATE INDEX `uploads_unattached` ON `uploads` (`created_at`) WHERE attached_at is null;--> statement-breakpoint
CREATE INDEX `uploads_by_owner` ON `uploads` (`owner_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `submissions_by_upload` ON `submissions` (`upload_id`) WHERE upload_id is not null;--> statement-breakpoint
CREATE TABLE "connections" (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text,
	`user_id` text,
	`owner_id` text NOT NULL,
	`platform` text NOT NULL,
	`method` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`handle` text,
	`handle_key` text,
	`display_name` text,
	`account_id` text,
	`followers` integer,
	`verification_code` text,
	`tokens` text,
	`expires_at` text,
	`token_expires_at` text,
	`refresh_at` text,
	`next_check_at` text,
	`checked_at` text,
	`connected_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "connections_method" CHECK("connections"."method" in ('oauth', 'bioCode', 'manual')),
	CONSTRAINT "connections_status" CHECK("connections"."status" in ('pending', 'connected', 'failed', 'revoked')),
	CONSTRAINT "connections_reason" CHECK("connections"."reason" in ('consentDenied', 'missingScope', 'providerFailed', 'refreshRefused', 'tokenExpired', 'lapsed', 'disconnected', 'replaced', 'accountInUse'))
);--> statement-breakpoint
CREATE INDEX `connections_by_account` ON `connections` (`platform`,`account_id`,`updated_at`) WHERE user_id is not null and connected_at is not null;--> statement-breakpoint
CREATE INDEX `connections_by_handle` ON `connections` (`platform`,`handle_key`,`updated_at`) WHERE user_id is not null and connected_at is not null;--> statement-breakpoint
CREATE INDEX `connections_by_owner` ON `connections` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `connections_by_platform` ON `connections` (`owner_id`,`platform`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `connections_by_creation` ON `connections` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_account` ON `connections` (`platform`,`account_id`) WHERE status = 'connected' and user_id is not null and account_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `connections_handle` ON `connections` (`platform`,`handle_key`) WHERE status = 'connected' and user_id is not null and account_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX `connections_connected` ON `connections` (`owner_id`,`platform`) WHERE status = 'connected';--> statement-breakpoint
CREATE INDEX `connections_due` ON `connections` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `connections_pending` ON `connections` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE TRIGGER ledger_transfers_no_update before update on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;--> statement-breakpoint
CREATE TRIGGER `submissions_delete_releases_upload` AFTER DELETE ON `submissions` WHEN old.`upload_id` IS NOT NULL BEGIN
	UPDATE `uploads` SET `attached_at` = NULL WHERE `id` = old.`upload_id`
		AND NOT EXISTS (SELECT 1 FROM `submissions` WHERE `upload_id` = old.`upload_id`);
END;--> statement-breakpoint
CREATE TRIGGER `submissions_update_releases_upload` AFTER UPDATE OF `upload_id` ON `submissions`
WHEN old.`upload_id` IS NOT NULL AND coalesce(new.`upload_id`, '') <> old.`upload_id` BEGIN
	UPDATE `uploads` SET `attached_at` = NULL WHERE `id` = old.`upload_id`
		AND NOT EXISTS (SELECT 1 FROM `submissions` WHERE `upload_id` = old.`upload_id`);
END;--> statement-breakpoint
CREATE INDEX `perks_by_activity` ON `perks` (`activity`,`id`) WHERE status <> 'expired';--> statement-breakpoint
CREATE INDEX `perks_by_discount` ON `perks` ((best_ask_cents * 10000 / face_value_cents)) WHERE status <> 'expired' and best_ask_cents is not null;--> statement-breakpoint
CREATE INDEX `perks_by_demand` ON `perks` ((best_bid_cents * 10000 / face_value_cents)) WHERE status <> 'expired' and best_bid_cents is not null;--> statement-breakpoint
CREATE INDEX `perks_offered_by_creation` ON `perks` (`created_at`,`id`) WHERE status <> 'expired' and best_ask_cents is not null;--> statement-breakpoint
CREATE INDEX `perks_offered_by_end` ON `perks` (`expires_at`,`id`) WHERE status <> 'expired' and best_ask_cents is not null;--> statement-breakpoint
CREATE INDEX `perks_of_issuer` ON `perks` (`business_id`) WHERE status <> 'expired' and redeemed < supply;--> statement-breakpoint
CREATE INDEX `invoices_short` ON `invoices` (`business_id`,`created_at`,`id`) WHERE shortfall_cents > 0;--> statement-breakpoint
CREATE INDEX `subscriptions_renewing` ON `subscriptions` (`period_end`) WHERE is_own = 1 and ended_at is null;--> statement-breakpoint
CREATE TABLE "deleted_uploads" (
	`id` text NOT NULL,
	`storage` text NOT NULL,
	PRIMARY KEY(`id`, `storage`)
);--> statement-breakpoint
CREATE TRIGGER `uploads_deleted` AFTER DELETE ON `uploads` BEGIN
	INSERT INTO `deleted_uploads` (`id`, `storage`) VALUES (old.`id`, old.`storage`) ON CONFLICT (`id`, `storage`) DO NOTHING;
END;--> statement-breakpoint
CREATE TABLE `file_parts` (
	`key` text NOT NULL,
	`part` integer NOT NULL,
	`parts` integer NOT NULL,
	`created_at` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`key`, `part`)
);--> statement-breakpoint
CREATE TABLE `installation_counters` (
	`list` text NOT NULL,
	`facet` text NOT NULL,
	`slot` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`list`, `facet`, `slot`)
) WITHOUT ROWID;--> statement-breakpoint
CREATE TRIGGER campaigns_tally_insert after insert on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', new.state, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER campaigns_tally_delete after delete on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', old.state, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER campaigns_tally_update after update of state on campaigns when new.state <> old.state begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', old.state, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', new.state, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER submissions_tally_insert after insert on submissions begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER submissions_tally_delete after delete on submissions begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER submissions_tally_update after update of status on submissions when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER rewards_tally_insert after insert on rewards begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER rewards_tally_delete after delete on rewards begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER rewards_tally_update after update of status on rewards when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER events_tally_insert after insert on events begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'events', new.type, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', new.type, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER events_tally_delete after delete on events begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'events', old.type, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', old.type, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER influencers_tally_insert after insert on influencers begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'influencers', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER influencers_tally_delete after delete on influencers begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'influencers', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER programs_tally_insert after insert on programs begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER programs_tally_delete after delete on programs begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER programs_tally_update after update of status on programs when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER deliveries_tally_insert after insert on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', new.status, substr(new.webhook_id, length(new.webhook_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER deliveries_tally_delete after delete on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', old.status, substr(old.webhook_id, length(old.webhook_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER deliveries_tally_update after update of status on deliveries when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', old.status, substr(old.webhook_id, length(old.webhook_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', new.status, substr(new.webhook_id, length(new.webhook_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER exchange_orders_tally_insert after insert on exchange_orders begin
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', new.status, substr(new.owner_id, length(new.owner_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER exchange_orders_tally_update after update of status on exchange_orders
when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.owner_id, 'orders', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', old.status, substr(old.owner_id, length(old.owner_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', new.status, substr(new.owner_id, length(new.owner_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER exchange_trades_tally_insert after insert on exchange_trades begin
  insert into tallies (scope, list, facet, total) values
    (new.buy_owner_id, 'trades', new.perk_id, 1),
    (new.sell_owner_id, 'trades', new.perk_id, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('trades', new.perk_id, substr(new.perk_id, length(new.perk_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER invoices_tally_insert after insert on invoices begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER invoices_tally_update after update of status on invoices when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'invoices', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER perks_tally_insert after insert on perks begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER perks_tally_update after update of status on perks when new.status <> old.status begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`webhook_id`,`claimed_until`) WHERE status = 'pending' and claimed_until is not null;--> statement-breakpoint
CREATE INDEX `submissions_by_decision` ON `submissions` (`business_id`,`status`,`reviewed_at`,`id`) WHERE status <> 'pending';--> statement-breakpoint
CREATE TABLE `slugs` (
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`record_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`kind`, `slug`),
	CONSTRAINT "slugs_kind" CHECK("slugs"."kind" in ('business', 'campaign'))
);--> statement-breakpoint
CREATE INDEX `slugs_by_record` ON `slugs` (`record_id`);--> statement-breakpoint
CREATE INDEX `businesses_by_logo` ON `businesses` (`logo_upload_id`) WHERE logo_upload_id is not null;--> statement-breakpoint
CREATE TABLE "links" (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`email` text,
	`new_email` text,
	`created_by` text,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "links_purpose" CHECK("links"."purpose" in ('reset', 'invite', 'setup', 'email'))
);--> statement-breakpoint
CREATE INDEX `links_by_user` ON `links` (`user_id`);--> statement-breakpoint
CREATE INDEX `links_by_email` ON `links` (`email`);--> statement-breakpoint
CREATE INDEX `links_by_expiry` ON `links` (`expires_at`);--> statement-breakpoint
CREATE TABLE "users" (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`business_id` text,
	`position` text,
	`password_hash` text,
	`email_confirmed_at` text,
	`locale` text,
	`time_zone` text,
	`developer_tools` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('admin', 'business', 'customer')),
	CONSTRAINT "users_position" CHECK("users"."position" in ('owner', 'manager', 'staff', 'counter'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_business` ON `users` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `notification_reads` (
	`user_id` text NOT NULL,
	`business_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `business_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `notification_reads_by_business` ON `notification_reads` (`business_id`);--> statement-breakpoint
CREATE INDEX `rewards_by_redemption` ON `rewards` (`business_id`,`redeemed_at`,`id`) WHERE status = 'redeemed';--> statement-breakpoint
CREATE INDEX `businesses_by_name` ON `businesses` (lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_business_name` ON `campaigns` (`business_id`,lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_state_name` ON `campaigns` (`state`,lower("name"),`id`);--> statement-breakpoint
CREATE TABLE `reward_reinstatements` (
	`reward_id` text NOT NULL,
	`number` integer NOT NULL,
	`redeemed_at` text NOT NULL,
	`amount_cents` integer,
	`reason` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`reward_id`, `number`),
	FOREIGN KEY (`reward_id`) REFERENCES `rewards`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `member_terms` (
	`member_key` text NOT NULL,
	`term` text NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	PRIMARY KEY(`member_key`, `term`),
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;--> statement-breakpoint
CREATE INDEX `member_terms_by_program` ON `member_terms` (`program_id`,`term`,`member_key`);--> statement-breakpoint
CREATE INDEX `member_terms_by_business` ON `member_terms` (`business_id`,`term`,`member_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `members_by_phone` ON `members` (`program_id`,`phone`) WHERE phone is not null;--> statement-breakpoint
CREATE INDEX `members_by_activity` ON `members` (`program_id`,coalesce("last_activity_at", "joined_at"),`id`);--> statement-breakpoint
CREATE INDEX `members_of_business_by_activity` ON `members` (`business_id`,coalesce("last_activity_at", "joined_at"),`id`);--> statement-breakpoint
CREATE TABLE `pins` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `counter_sessions` (
	`device_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`hash` text NOT NULL,
	`user_id` text NOT NULL,
	`position` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "counter_sessions_position" CHECK("counter_sessions"."position" in ('owner', 'manager', 'staff', 'counter'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `counter_sessions_hash` ON `counter_sessions` (`hash`);--> statement-breakpoint
CREATE INDEX `counter_sessions_by_user` ON `counter_sessions` (`user_id`);--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`place_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`user_agent` text,
	`created_by` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text NOT NULL,
	`revoked_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE UNIQUE INDEX `devices_hash` ON `devices` (`hash`);--> statement-breakpoint
CREATE INDEX `devices_by_business` ON `devices` (`business_id`,`created_at`,`id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX `devices_by_place` ON `devices` (`place_id`) WHERE revoked_at is null;--> statement-breakpoint
CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`deleted_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE INDEX `places_by_business` ON `places` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `places_by_name` ON `places` (`business_id`,`name_key`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `goal_completions` (
	`member_id` text NOT NULL,
	`goal_id` text NOT NULL,
	`number` integer NOT NULL,
	`consumed` integer NOT NULL,
	`reward_id` text,
	`completed_at` text NOT NULL,
	PRIMARY KEY(`member_id`, `goal_id`, `number`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `shop_counts` (
	`scope` text NOT NULL,
	`item_id` text NOT NULL,
	`bought` integer NOT NULL,
	PRIMARY KEY(`scope`, `item_id`)
);--> statement-breakpoint
CREATE TABLE `shop_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`item_id` text NOT NULL,
	`points` integer NOT NULL,
	`reward_id` text NOT NULL,
	`transfer_id` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL, `canceled_at` text, `cancel_reason` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `visits` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`member_key` text NOT NULL,
	`member_id` text NOT NULL,
	`quantity` integer NOT NULL,
	`order_id` text,
	`order_value_cents` integer,
	`points` integer NOT NULL,
	`cashback_id` text,
	`order_reference` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	`reversed_at` text, `currency` text DEFAULT 'USD' NOT NULL,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`member_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cashback_id`) REFERENCES `cashbacks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "visits_quantity" CHECK(quantity > 0)
);--> statement-breakpoint
CREATE UNIQUE INDEX `visits_order` ON `visits` (`program_id`,`order_id`) WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX `visits_by_program` ON `visits` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_by_member` ON `visits` (`member_key`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `rewards_open_by_user` ON `rewards` (`user_id`,`business_id`,`expires_at`) WHERE status = 'issued';--> statement-breakpoint
CREATE TRIGGER visits_tally_insert after insert on visits begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'visits', 'all', 1),
    (new.program_id, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER visits_tally_delete after delete on visits begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'visits', 'all', -1),
    (old.program_id, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE UNIQUE INDEX `cashback_refunds_subject` ON `cashback_refunds` (`subject_id`,`number`);--> statement-breakpoint
CREATE INDEX `ledger_transfers_partly_reverses` ON `ledger_transfers` (`partly_reverses`) WHERE partly_reverses is not null;--> statement-breakpoint
CREATE INDEX `visits_by_cashback` ON `visits` (`cashback_id`) WHERE cashback_id is not null;--> statement-breakpoint
CREATE TABLE `login_codes` (
	`email` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL
);--> statement-breakpoint
CREATE INDEX `login_codes_by_expiry` ON `login_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE "counter_actions" (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`place_id` text,
	`device_id` text,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`kind` text NOT NULL,
	`program_id` text,
	`member_id` text,
	`resource_id` text NOT NULL,
	`visits` integer DEFAULT 0 NOT NULL,
	`stamps` integer DEFAULT 0 NOT NULL,
	`purchase_cents` integer,
	`value_cents` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`place_id`) REFERENCES `places`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "counter_actions_actor_kind" CHECK("counter_actions"."actor_kind" in ('user', 'apiKey', 'system')),
	CONSTRAINT "counter_actions_kind" CHECK("counter_actions"."kind" in ('visit', 'purchase', 'redemption', 'reinstatement', 'refund', 'shopOrder', 'cancellation')),
	CONSTRAINT "counter_actions_amounts" CHECK(visits >= 0 and stamps >= 0 and value_cents >= 0 and (purchase_cents is null or purchase_cents >= 0))
);--> statement-breakpoint
CREATE INDEX `counter_actions_by_business` ON `counter_actions` (`business_id`,`created_at`,`id`,`place_id`,`actor_id`,`actor_kind`,`kind`,`visits`,`stamps`,`purchase_cents`,`value_cents`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_place` ON `counter_actions` (`business_id`,`place_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_resource` ON `counter_actions` (`business_id`,`resource_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_actor` ON `counter_actions` (`business_id`,`actor_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shop_orders_by_program` ON `shop_orders` (`program_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `shop_orders_by_member` ON `shop_orders` (`member_key`,`created_at`,`id`);--> statement-breakpoint
CREATE TRIGGER counter_actions_tally_insert after insert on counter_actions begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'counterActions', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER counter_actions_tally_delete after delete on counter_actions begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'counterActions', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;--> statement-breakpoint
CREATE TRIGGER shop_orders_tally_insert after insert on shop_orders begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'shopOrders', 'all', 1),
    (new.program_id, 'shopOrders', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;--> statement-breakpoint
CREATE TRIGGER shop_orders_tally_delete after delete on shop_orders begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'shopOrders', 'all', -1),
    (old.program_id, 'shopOrders', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;--> statement-breakpoint
CREATE TABLE `pass_devices` (
	`device_id` text NOT NULL,
	`pass_id` text NOT NULL,
	`push_token` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`device_id`, `pass_id`),
	FOREIGN KEY (`pass_id`) REFERENCES `passes`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `pass_devices_by_pass` ON `pass_devices` (`pass_id`);--> statement-breakpoint
CREATE TABLE `pass_issuers` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`settings` text NOT NULL,
	`secret` text NOT NULL,
	`event_sequence` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`business_id`, `platform`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pass_issuers_platform" CHECK("pass_issuers"."platform" in ('google', 'apple'))
);--> statement-breakpoint
CREATE TABLE `passes` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passes_platform" CHECK("passes"."platform" in ('google', 'apple')),
	CONSTRAINT "passes_kind" CHECK("passes"."kind" in ('member', 'reward'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `passes_by_subject` ON `passes` (`business_id`,`subject`,`platform`);--> statement-breakpoint
CREATE TABLE `mail_cursors` (
	`business_id` text PRIMARY KEY NOT NULL,
	`event_sequence` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`business_id` text,
	`kind` text NOT NULL,
	`occasion` text NOT NULL,
	`data` text NOT NULL,
	`state` text NOT NULL,
	`skip_reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`next_attempt_at` text,
	`claimed_by` text,
	`claimed_until` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_outbox_state" CHECK("mail_outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "mail_outbox_skip_reason" CHECK("mail_outbox"."skip_reason" in ('noMailServer', 'optedOut', 'noRecipient'))
);--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_by_occasion` ON `mail_outbox` (`user_id`,`kind`,`occasion`);--> statement-breakpoint
CREATE INDEX `mail_outbox_by_business` ON `mail_outbox` (`business_id`,`created_at`,`id`) WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_state` ON `mail_outbox` (`business_id`,`state`,`created_at`,`id`) WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_attempt_at`,`id`) WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `mail_outbox_by_creation` ON `mail_outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `mail_preferences` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`source` text NOT NULL,
	`wording` text NOT NULL,
	`decided_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_preferences_source" CHECK("mail_preferences"."source" in ('account', 'unsubscribe', 'cli'))
);--> statement-breakpoint
CREATE TABLE `mail_quiet_hours` (
	`user_id` text PRIMARY KEY NOT NULL,
	`quiet_from` text NOT NULL,
	`quiet_to` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TRIGGER mails_tally_insert after insert on mail_outbox when new.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TRIGGER mails_tally_delete after delete on mail_outbox when old.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;--> statement-breakpoint
CREATE TRIGGER mails_tally_update after update of state on mail_outbox when new.state <> old.state and new.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_by_user` ON `sign_in_challenges` (`user_id`);--> statement-breakpoint
CREATE INDEX `sign_in_challenges_by_expiry` ON `sign_in_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `totp_secrets` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` text,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`,`created_at`,`id`);
