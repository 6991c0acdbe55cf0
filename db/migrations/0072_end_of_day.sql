DROP INDEX `rewards_due`;--> statement-breakpoint
CREATE INDEX `rewards_due` ON `rewards` (`expires_at`,`id`) WHERE status = 'issued';