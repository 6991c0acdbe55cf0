ALTER TABLE `inbound_refunds` ADD `currency` text;--> statement-breakpoint
CREATE INDEX `inbound_orders_unsettled` ON `inbound_orders` (`id`) WHERE reason_code is not null;