CREATE TABLE `app_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`client_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`key_id`) REFERENCES `api_keys`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `app_tokens_by_key` ON `app_tokens` (`key_id`);--> statement-breakpoint
CREATE INDEX `app_tokens_by_expiry` ON `app_tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `api_keys` ADD `app` text;--> statement-breakpoint
CREATE INDEX `api_keys_of_apps` ON `api_keys` (`created_by`,`created_at`,`id`) WHERE app is not null;--> statement-breakpoint
CREATE INDEX `api_key_secrets_by_expiry` ON `api_key_secrets` (`expires_at`) WHERE expires_at is not null;