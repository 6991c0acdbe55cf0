CREATE TABLE `ai_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `suggestions` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`origin` text NOT NULL,
	`plan_id` text,
	`action_id` text NOT NULL,
	`campaign` text NOT NULL,
	`cost_cents` integer NOT NULL,
	`value_cents` integer NOT NULL,
	`completions` integer NOT NULL,
	`created_at` text NOT NULL,
	`applied_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "suggestions_origin" CHECK("suggestions"."origin" in ('generate', 'agent', 'quickStart'))
);
--> statement-breakpoint
CREATE INDEX `suggestions_by_business` ON `suggestions` (`business_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `suggestions_applied` ON `suggestions` (`business_id`,`applied_at`) WHERE applied_at is not null;--> statement-breakpoint
CREATE INDEX `suggestions_unused` ON `suggestions` (`created_at`) WHERE applied_at is null;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `suggestion_id` text;--> statement-breakpoint
CREATE INDEX `campaigns_by_suggestion` ON `campaigns` (`suggestion_id`) WHERE suggestion_id is not null;