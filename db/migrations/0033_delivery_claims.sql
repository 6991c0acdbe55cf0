ALTER TABLE `deliveries` ADD `claimed_by` text;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `claimed_until` text;--> statement-breakpoint
CREATE INDEX `deliveries_claimed` ON `deliveries` (`webhook_id`,`claimed_until`) WHERE status = 'pending' and claimed_until is not null;
