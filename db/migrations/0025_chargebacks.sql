ALTER TABLE `invoices` ADD `refunds_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `invoices` ADD `charged_back_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_short` ON `invoices` (`business_id`,`created_at`,`id`) WHERE shortfall_cents > 0;--> statement-breakpoint
-- Until now all that was given back was refunds.
update invoices set refunds_cents = refunded_cents;
