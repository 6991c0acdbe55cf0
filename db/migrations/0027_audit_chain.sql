ALTER TABLE `admin_actions` ADD `details` text;
--> statement-breakpoint
ALTER TABLE `admin_actions` ADD `previous_hash` text;
--> statement-breakpoint
-- Rows of before stay as they are: the chain begins behind them.
ALTER TABLE `admin_actions` ADD `hash` text;
