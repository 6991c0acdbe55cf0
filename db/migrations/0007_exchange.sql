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
);
--> statement-breakpoint
CREATE TABLE `exchange_levels` (
	`perk_id` text NOT NULL,
	`type` text NOT NULL,
	`rank_cents` integer NOT NULL,
	`quantity` integer NOT NULL,
	`orders` integer NOT NULL,
	PRIMARY KEY(`perk_id`, `type`, `rank_cents`),
	CONSTRAINT "exchange_levels_counts" CHECK(quantity >= 0 and orders >= 0)
);
--> statement-breakpoint
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
	`updated_at` text NOT NULL,
	FOREIGN KEY (`perk_id`) REFERENCES `perks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exchange_orders_type" CHECK("exchange_orders"."type" in ('buy', 'sell')),
	CONSTRAINT "exchange_orders_status" CHECK("exchange_orders"."status" in ('open', 'partiallyFilled', 'filled', 'cancelled', 'expired')),
	CONSTRAINT "exchange_orders_counts" CHECK(quantity > 0 and filled >= 0 and cancelled >= 0 and filled + cancelled <= quantity)
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
	`executed_at` text NOT NULL,
	FOREIGN KEY (`perk_id`) REFERENCES `perks`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transfer_id`) REFERENCES `ledger_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "exchange_trades_sides" CHECK(buy_owner_id <> sell_owner_id and quantity > 0 and price_cents > 0)
);
--> statement-breakpoint
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
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "perks_status" CHECK("perks"."status" in ('active', 'suspended', 'expired')),
	CONSTRAINT "perks_supply" CHECK(redeemed >= 0 and redeemed <= supply)
);
--> statement-breakpoint
CREATE INDEX `perks_by_business` ON `perks` (`business_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `perks_by_status` ON `perks` (`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `perks_due` ON `perks` (`expires_at`) WHERE status <> 'expired' and expires_at is not null;