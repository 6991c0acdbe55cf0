CREATE TABLE `reference_bundles` (
	`id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`issued_at` text NOT NULL,
	`notes` text NOT NULL,
	`hash` text NOT NULL,
	`payload` text NOT NULL,
	`applied_at` text NOT NULL,
	`undone_at` text
);
--> statement-breakpoint
CREATE INDEX `reference_bundles_by_time` ON `reference_bundles` (`applied_at`,`id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `policy_acknowledged_by` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `policy_change` text;