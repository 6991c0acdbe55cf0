CREATE TABLE `__new_connections` (
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
	CONSTRAINT "connections_method" CHECK("__new_connections"."method" in ('oauth', 'bioCode', 'manual')),
	CONSTRAINT "connections_status" CHECK("__new_connections"."status" in ('pending', 'connected', 'failed', 'revoked')),
	CONSTRAINT "connections_reason" CHECK("__new_connections"."reason" in ('consentDenied', 'missingScope', 'providerFailed', 'refreshRefused', 'tokenExpired', 'lapsed', 'disconnected', 'replaced', 'accountInUse'))
);
--> statement-breakpoint
INSERT INTO `__new_connections`("id", "business_id", "user_id", "owner_id", "platform", "method", "status", "reason", "handle", "handle_key", "display_name", "account_id", "followers", "verification_code", "tokens", "expires_at", "token_expires_at", "refresh_at", "next_check_at", "checked_at", "connected_at", "created_at", "updated_at") SELECT "id", "business_id", "user_id", "owner_id", "platform", "method", "status", "reason", "handle", ltrim(trim(lower("handle")), '@'), "display_name", "account_id", "followers", "verification_code", "tokens", "expires_at", "token_expires_at", "refresh_at", "next_check_at", "checked_at", "connected_at", "created_at", "updated_at" FROM `connections`;
--> statement-breakpoint
DROP TABLE `connections`;
--> statement-breakpoint
ALTER TABLE `__new_connections` RENAME TO `connections`;
--> statement-breakpoint
CREATE INDEX `connections_by_account` ON `connections` (`platform`,`account_id`,`updated_at`) WHERE user_id is not null and connected_at is not null;
--> statement-breakpoint
CREATE INDEX `connections_by_handle` ON `connections` (`platform`,`handle_key`,`updated_at`) WHERE user_id is not null and connected_at is not null;
--> statement-breakpoint
-- Whoever connected an account first keeps it; the tokens of the others are gone, as when a connection fails.
UPDATE `connections` SET `status` = 'failed', `reason` = 'accountInUse', `tokens` = NULL, `verification_code` = NULL,
	`expires_at` = NULL, `token_expires_at` = NULL, `refresh_at` = NULL, `next_check_at` = NULL
WHERE `status` = 'connected' AND `user_id` IS NOT NULL AND EXISTS (
	SELECT 1 FROM `connections` AS `earlier`
	WHERE `earlier`.`platform` = `connections`.`platform` AND `earlier`.`status` = 'connected'
		AND `earlier`.`user_id` IS NOT NULL AND `earlier`.`connected_at` IS NOT NULL
		AND (`earlier`.`connected_at`, `earlier`.`id`) < (`connections`.`connected_at`, `connections`.`id`)
		AND (
			`earlier`.`account_id` = `connections`.`account_id`
			OR (
				`earlier`.`handle_key` = `connections`.`handle_key`
				AND (`earlier`.`account_id` IS NULL OR `connections`.`account_id` IS NULL)
			)
		)
);
--> statement-breakpoint
CREATE INDEX `connections_by_owner` ON `connections` (`owner_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `connections_by_platform` ON `connections` (`owner_id`,`platform`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `connections_by_creation` ON `connections` (`created_at`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_account` ON `connections` (`platform`,`account_id`) WHERE status = 'connected' and user_id is not null and account_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_handle` ON `connections` (`platform`,`handle_key`) WHERE status = 'connected' and user_id is not null and account_id is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_connected` ON `connections` (`owner_id`,`platform`) WHERE status = 'connected';
--> statement-breakpoint
CREATE INDEX `connections_due` ON `connections` (`next_check_at`) WHERE next_check_at is not null;
--> statement-breakpoint
CREATE INDEX `connections_pending` ON `connections` (`expires_at`) WHERE status = 'pending';
