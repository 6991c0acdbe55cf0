ALTER TABLE `perks` ADD `best_ask_cents` integer;
--> statement-breakpoint
ALTER TABLE `perks` ADD `best_bid_cents` integer;
--> statement-breakpoint
ALTER TABLE `perks` ADD `activity` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- The best prices of each book, and a rank by the latest trade, or by the listing where there was none.
update perks set
  best_ask_cents = (select min(rank_cents) from exchange_levels where perk_id = perks.id and type = 'sell'),
  best_bid_cents = (select -min(rank_cents) from exchange_levels where perk_id = perks.id and type = 'buy'),
  activity = cast((julianday(coalesce(
    (select executed_at from exchange_trades where perk_id = perks.id order by sequence desc limit 1), created_at
  )) - 2440587.5) * 1000000 as integer);
--> statement-breakpoint
CREATE INDEX `perks_by_activity` ON `perks` (`activity`,`id`) WHERE status <> 'expired';
--> statement-breakpoint
CREATE INDEX `perks_by_discount` ON `perks` ((best_ask_cents * 10000 / face_value_cents)) WHERE status <> 'expired' and best_ask_cents is not null;
--> statement-breakpoint
CREATE INDEX `perks_by_demand` ON `perks` ((best_bid_cents * 10000 / face_value_cents)) WHERE status <> 'expired' and best_bid_cents is not null;
--> statement-breakpoint
CREATE INDEX `perks_offered_by_creation` ON `perks` (`created_at`,`id`) WHERE status <> 'expired' and best_ask_cents is not null;
--> statement-breakpoint
CREATE INDEX `perks_offered_by_end` ON `perks` (`expires_at`,`id`) WHERE status <> 'expired' and best_ask_cents is not null;
--> statement-breakpoint
CREATE INDEX `perks_of_issuer` ON `perks` (`business_id`) WHERE status <> 'expired' and redeemed < supply;
--> statement-breakpoint
-- What was traded over all perks, by minute and by hour: prices of different perks say nothing together.
insert into exchange_buckets (perk_id, span_seconds, starts_at, open_cents, high_cents, low_cents, close_cents,
  volume_cents, quantity, trades)
select '*', span_seconds, starts_at, 0, 0, 0, 0, sum(volume_cents), sum(quantity), sum(trades)
from exchange_buckets group by span_seconds, starts_at;
--> statement-breakpoint
insert into tallies (scope, list, facet, total) select '*', 'perks', status, count(*) from perks group by status;
--> statement-breakpoint
create trigger perks_tally_insert after insert on perks begin
  insert into tallies (scope, list, facet, total) values ('*', 'perks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger perks_tally_update after update of status on perks when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values ('*', 'perks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values ('*', 'perks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
