-- Codes are valid for ten minutes, so none is kept.
DROP TABLE `login_codes`;--> statement-breakpoint
CREATE TABLE `login_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`client` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`other_attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_codes_by_email` ON `login_codes` (`email`);--> statement-breakpoint
CREATE INDEX `login_codes_by_expiry` ON `login_codes` (`expires_at`);
