CREATE INDEX `businesses_by_name` ON `businesses` (lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_business_name` ON `campaigns` (`business_id`,lower("name"),`id`);--> statement-breakpoint
CREATE INDEX `campaigns_by_state_name` ON `campaigns` (`state`,lower("name"),`id`);