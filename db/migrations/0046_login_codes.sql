CREATE TABLE `login_codes` (
	`email` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_codes_by_expiry` ON `login_codes` (`expires_at`);