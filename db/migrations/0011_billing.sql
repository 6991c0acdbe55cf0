CREATE TABLE `billing_customers` (
	`business_id` text NOT NULL,
	`provider` text NOT NULL,
	`customer_id` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`business_id`, `provider`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "billing_customers_provider" CHECK("billing_customers"."provider" in ('manual', 'stripe'))
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `billing_events_of_refund` ON `billing_events` (`refund_of`) WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX `billing_events_of_subscription` ON `billing_events` (`subscription_id`,`occurred_at`,`rank`,`id`) WHERE standing is not null;--> statement-breakpoint
CREATE TABLE `invoice_numbers` (
	`year` integer PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);
--> statement-breakpoint
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
	`refunded_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "invoices_provider" CHECK("invoices"."provider" in ('manual', 'stripe')),
	CONSTRAINT "invoices_kind" CHECK("invoices"."kind" in ('subscription', 'topup')),
	CONSTRAINT "invoices_interval" CHECK("invoices"."interval" in ('month', 'year')),
	CONSTRAINT "invoices_status" CHECK("invoices"."status" in ('open', 'paid', 'void', 'refunded')),
	CONSTRAINT "invoices_amounts" CHECK(amount_cents > 0 and refunded_cents between 0 and amount_cents
        and shortfall_cents between 0 and refunded_cents)
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_business` ON `subscriptions` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `subscriptions_renewing` ON `subscriptions` (`period_end`) WHERE is_own and ended_at is null;--> statement-breakpoint
CREATE INDEX `subscriptions_in_grace` ON `subscriptions` (`past_due_at`) WHERE past_due_at is not null and grace_ended_at is null and ended_at is null;--> statement-breakpoint
CREATE TABLE `usage_months` (
	`business_id` text NOT NULL,
	`month` text NOT NULL,
	`submissions` integer NOT NULL,
	PRIMARY KEY(`business_id`, `month`)
);
--> statement-breakpoint
DROP INDEX `ledger_accounts_by_owner`;--> statement-breakpoint
CREATE INDEX `ledger_accounts_by_owner` ON `ledger_accounts` (`owner_id`,`id`);