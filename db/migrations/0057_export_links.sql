CREATE TABLE `export_links` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`operation_id` text NOT NULL,
	`query` text NOT NULL,
	`hash` text NOT NULL,
	`last4` text NOT NULL,
	`created_at` text NOT NULL,
	`creator_kind` text NOT NULL,
	`created_by` text NOT NULL,
	`last_used_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "export_links_creator_kind" CHECK("export_links"."creator_kind" in ('user', 'apiKey', 'system'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `export_links_hash` ON `export_links` (`hash`);--> statement-breakpoint
CREATE INDEX `export_links_by_business` ON `export_links` (`business_id`,`created_at`,`id`);