ALTER TABLE `api_keys` ADD `is_test` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `businesses` ADD `test_environment_id` text;
