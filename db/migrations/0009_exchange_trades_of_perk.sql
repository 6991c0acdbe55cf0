CREATE INDEX `exchange_trades_by_buyer_perk` ON `exchange_trades` (`buy_owner_id`,`perk_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `exchange_trades_by_seller_perk` ON `exchange_trades` (`sell_owner_id`,`perk_id`,`sequence`);
