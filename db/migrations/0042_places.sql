CREATE TABLE `pins` (
	`user_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `counter_actions` (
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
	CONSTRAINT "counter_actions_kind" CHECK("counter_actions"."kind" in ('visit', 'purchase', 'redemption', 'reinstatement', 'refund')),
	CONSTRAINT "counter_actions_amounts" CHECK(visits >= 0 and stamps >= 0 and value_cents >= 0 and (purchase_cents is null or purchase_cents >= 0))
);
--> statement-breakpoint
CREATE INDEX `counter_actions_by_business` ON `counter_actions` (`business_id`,`created_at`,`id`,`place_id`,`actor_id`,`actor_kind`,`kind`,`visits`,`stamps`,`purchase_cents`,`value_cents`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_place` ON `counter_actions` (`business_id`,`place_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `counter_actions_by_actor` ON `counter_actions` (`business_id`,`actor_id`,`created_at`,`id`);--> statement-breakpoint
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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `places_by_business` ON `places` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `places_by_name` ON `places` (`business_id`,`name_key`) WHERE deleted_at is null;