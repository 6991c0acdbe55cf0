CREATE TABLE `__new_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`email` text,
	`new_email` text,
	`created_by` text,
	`expires_at` text NOT NULL,
	`used_at` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "links_purpose" CHECK("__new_links"."purpose" in ('reset', 'invite', 'setup', 'email'))
);
--> statement-breakpoint
INSERT INTO `__new_links`("hash", "purpose", "user_id", "email", "new_email", "created_by", "expires_at", "used_at") SELECT "hash", "purpose", "user_id", "email", NULL, NULL, "expires_at", "used_at" FROM `links`;--> statement-breakpoint
DROP TABLE `links`;--> statement-breakpoint
ALTER TABLE `__new_links` RENAME TO `links`;--> statement-breakpoint
CREATE INDEX `links_by_user` ON `links` (`user_id`);--> statement-breakpoint
CREATE INDEX `links_by_email` ON `links` (`email`);--> statement-breakpoint
CREATE INDEX `links_by_expiry` ON `links` (`expires_at`);--> statement-breakpoint
-- Staff could do what managers can do now, so existing staff users become managers.
CREATE TABLE `__new_users` (
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
	CONSTRAINT "users_role" CHECK("__new_users"."role" in ('admin', 'business', 'customer')),
	CONSTRAINT "users_position" CHECK("__new_users"."position" in ('owner', 'manager', 'staff', 'counter'))
);
--> statement-breakpoint
INSERT INTO `__new_users`("id", "email", "name", "role", "business_id", "position", "password_hash", "email_confirmed_at", "locale", "time_zone", "developer_tools", "created_at", "updated_at") SELECT "id", "email", "name", "role", "business_id", CASE "position" WHEN 'staff' THEN 'manager' ELSE "position" END, "password_hash", "email_confirmed_at", NULL, NULL, false, "created_at", "updated_at" FROM `users`;--> statement-breakpoint
DROP TABLE `users`;--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);--> statement-breakpoint
CREATE INDEX `users_by_business` ON `users` (`business_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_used_at` text;