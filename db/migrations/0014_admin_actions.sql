CREATE TABLE `admin_actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`created_at` text NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`operation` text NOT NULL,
	`target` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `admin_actions_by_time` ON `admin_actions` (`created_at`);