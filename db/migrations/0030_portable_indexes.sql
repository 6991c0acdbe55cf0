-- SQLite takes a flag as a condition; other engines require a comparison.
DROP INDEX `subscriptions_renewing`;
--> statement-breakpoint
CREATE INDEX `subscriptions_renewing` ON `subscriptions` (`period_end`) WHERE is_own = 1 and ended_at is null;
