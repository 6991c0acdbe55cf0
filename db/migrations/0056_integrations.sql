CREATE TABLE `inbound_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`integration_id` text NOT NULL,
	`business_id` text NOT NULL,
	`source` text NOT NULL,
	`program_id` text NOT NULL,
	`order_id` text NOT NULL,
	`status` text NOT NULL,
	`reason_code` text,
	`reason` text,
	`email` text,
	`phone` text,
	`currency` text NOT NULL,
	`amount_cents` integer,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`reversed_cents` integer DEFAULT 0 NOT NULL,
	`member_id` text,
	`visit_id` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`integration_id`) REFERENCES `integrations`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`visit_id`) REFERENCES `visits`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "inbound_orders_source" CHECK("inbound_orders"."source" in ('shopify', 'woocommerce', 'square', 'stripe')),
	CONSTRAINT "inbound_orders_status" CHECK("inbound_orders"."status" in ('waiting', 'parked', 'credited', 'refused', 'canceled')),
	CONSTRAINT "inbound_orders_amounts" CHECK(amount_cents >= 0 and refunded_cents >= 0 and reversed_cents between 0 and refunded_cents)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbound_orders_by_order` ON `inbound_orders` (`integration_id`,`order_id`);--> statement-breakpoint
CREATE INDEX `inbound_orders_by_source` ON `inbound_orders` (`business_id`,`source`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_orders_by_status` ON `inbound_orders` (`business_id`,`source`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_orders_by_member` ON `inbound_orders` (`business_id`,`source`,`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `inbound_orders_by_email` ON `inbound_orders` (`program_id`,`email`) WHERE status = 'parked' and email is not null;--> statement-breakpoint
CREATE INDEX `inbound_orders_by_phone` ON `inbound_orders` (`program_id`,`phone`) WHERE status = 'parked' and phone is not null;--> statement-breakpoint
CREATE INDEX `inbound_orders_with_buyer` ON `inbound_orders` (`updated_at`) WHERE email is not null or phone is not null;--> statement-breakpoint
CREATE TABLE `inbound_refunds` (
	`order_key` text NOT NULL,
	`refund_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	PRIMARY KEY(`order_key`, `refund_id`),
	FOREIGN KEY (`order_key`) REFERENCES `inbound_orders`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `integrations` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`source` text NOT NULL,
	`program_id` text NOT NULL,
	`secret` text NOT NULL,
	`last_received_at` text,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`removed_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "integrations_source" CHECK("integrations"."source" in ('shopify', 'woocommerce', 'square', 'stripe'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `integrations_by_source` ON `integrations` (`business_id`,`source`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `integrations_by_business` ON `integrations` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `members_by_email` ON `members` (`program_id`,`email`) WHERE email is not null;