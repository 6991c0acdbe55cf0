CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text,
	`user_id` text,
	`owner_id` text NOT NULL,
	`platform` text NOT NULL,
	`method` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`handle` text,
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
	CONSTRAINT "connections_reason" CHECK("connections"."reason" in ('consentDenied', 'missingScope', 'providerFailed', 'refreshRefused', 'tokenExpired', 'lapsed', 'disconnected', 'replaced'))
);
--> statement-breakpoint
CREATE INDEX `connections_by_owner` ON `connections` (`owner_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `connections_by_platform` ON `connections` (`owner_id`,`platform`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `connections_by_creation` ON `connections` (`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_connected` ON `connections` (`owner_id`,`platform`) WHERE status = 'connected';--> statement-breakpoint
CREATE INDEX `connections_due` ON `connections` (`next_check_at`) WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX `connections_pending` ON `connections` (`expires_at`) WHERE status = 'pending';--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `oauth_flows_by_connection` ON `oauth_flows` (`connection_id`);--> statement-breakpoint
CREATE INDEX `oauth_flows_by_expiry` ON `oauth_flows` (`expires_at`);