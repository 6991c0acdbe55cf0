CREATE TABLE `pass_devices` (
	`device_id` text NOT NULL,
	`pass_id` text NOT NULL,
	`push_token` text NOT NULL,
	`created_at` text NOT NULL,
	PRIMARY KEY(`device_id`, `pass_id`),
	FOREIGN KEY (`pass_id`) REFERENCES `passes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pass_devices_by_pass` ON `pass_devices` (`pass_id`);--> statement-breakpoint
CREATE TABLE `pass_issuers` (
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`settings` text NOT NULL,
	`secret` text NOT NULL,
	`event_sequence` integer NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`business_id`, `platform`),
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pass_issuers_platform" CHECK("pass_issuers"."platform" in ('google', 'apple'))
);
--> statement-breakpoint
CREATE TABLE `passes` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`platform` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	`subject` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passes_platform" CHECK("passes"."platform" in ('google', 'apple')),
	CONSTRAINT "passes_kind" CHECK("passes"."kind" in ('member', 'reward'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passes_by_subject` ON `passes` (`business_id`,`subject`,`platform`);