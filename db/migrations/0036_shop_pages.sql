CREATE TABLE `slugs` (
	`kind` text NOT NULL,
	`slug` text NOT NULL,
	`record_id` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`kind`, `slug`),
	CONSTRAINT "slugs_kind" CHECK("slugs"."kind" in ('business', 'campaign'))
);
--> statement-breakpoint
CREATE INDEX `slugs_by_record` ON `slugs` (`record_id`);--> statement-breakpoint
ALTER TABLE `businesses` ADD `slug` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `handles` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `businesses` ADD `logo_upload_id` text;--> statement-breakpoint
ALTER TABLE `businesses` ADD `accent_color` text;--> statement-breakpoint
CREATE INDEX `businesses_by_logo` ON `businesses` (`logo_upload_id`) WHERE logo_upload_id is not null;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `slug` text;