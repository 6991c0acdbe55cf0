-- Totals of the whole installation, in slots instead of the scope '*', whose rows every write changed (see
-- db/schema/counters.ts). Rows are stored in the order of the key, because a total reads all slots.
CREATE TABLE `installation_counters` (
	`list` text NOT NULL,
	`facet` text NOT NULL,
	`slot` text NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`list`, `facet`, `slot`)
) WITHOUT ROWID;
--> statement-breakpoint
insert into installation_counters (list, facet, slot, total)
select list, facet, substr(scope, length(scope), 1), sum(total) from tallies
where scope <> '*' and (
  list in ('orders', 'deliveries')
  or (list in ('campaigns', 'submissions', 'rewards', 'events', 'influencers', 'programs', 'invoices')
    and exists (select 1 from businesses where businesses.id = tallies.scope))
)
group by 1, 2, 3;
--> statement-breakpoint
insert into installation_counters (list, facet, slot, total)
select list, facet, substr(facet, length(facet), 1), total from tallies where scope = '*' and list = 'trades';
--> statement-breakpoint
insert into installation_counters (list, facet, slot, total)
select 'perks', status, substr(business_id, length(business_id), 1), count(*) from perks group by 1, 2, 3;
--> statement-breakpoint
delete from tallies where scope = '*';
--> statement-breakpoint
drop trigger campaigns_tally_insert;
--> statement-breakpoint
drop trigger campaigns_tally_delete;
--> statement-breakpoint
drop trigger campaigns_tally_update;
--> statement-breakpoint
drop trigger submissions_tally_insert;
--> statement-breakpoint
drop trigger submissions_tally_delete;
--> statement-breakpoint
drop trigger submissions_tally_update;
--> statement-breakpoint
drop trigger rewards_tally_insert;
--> statement-breakpoint
drop trigger rewards_tally_delete;
--> statement-breakpoint
drop trigger rewards_tally_update;
--> statement-breakpoint
drop trigger events_tally_insert;
--> statement-breakpoint
drop trigger events_tally_delete;
--> statement-breakpoint
drop trigger influencers_tally_insert;
--> statement-breakpoint
drop trigger influencers_tally_delete;
--> statement-breakpoint
drop trigger programs_tally_insert;
--> statement-breakpoint
drop trigger programs_tally_delete;
--> statement-breakpoint
drop trigger programs_tally_update;
--> statement-breakpoint
drop trigger deliveries_tally_insert;
--> statement-breakpoint
drop trigger deliveries_tally_delete;
--> statement-breakpoint
drop trigger deliveries_tally_update;
--> statement-breakpoint
drop trigger exchange_orders_tally_insert;
--> statement-breakpoint
drop trigger exchange_orders_tally_update;
--> statement-breakpoint
drop trigger exchange_trades_tally_insert;
--> statement-breakpoint
drop trigger invoices_tally_insert;
--> statement-breakpoint
drop trigger invoices_tally_update;
--> statement-breakpoint
drop trigger perks_tally_insert;
--> statement-breakpoint
drop trigger perks_tally_update;
--> statement-breakpoint
create trigger campaigns_tally_insert after insert on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', new.state, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger campaigns_tally_delete after delete on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', old.state, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger campaigns_tally_update after update of state on campaigns when new.state <> old.state begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', old.state, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', new.state, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger submissions_tally_insert after insert on submissions begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
--> statement-breakpoint
create trigger submissions_tally_delete after delete on submissions begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;
--> statement-breakpoint
create trigger submissions_tally_update after update of status on submissions when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
--> statement-breakpoint
create trigger rewards_tally_insert after insert on rewards begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
--> statement-breakpoint
create trigger rewards_tally_delete after delete on rewards begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;
--> statement-breakpoint
create trigger rewards_tally_update after update of status on rewards when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
--> statement-breakpoint
create trigger events_tally_insert after insert on events begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'events', new.type, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', new.type, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger events_tally_delete after delete on events begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'events', old.type, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', old.type, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger influencers_tally_insert after insert on influencers begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'influencers', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger influencers_tally_delete after delete on influencers begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'influencers', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger programs_tally_insert after insert on programs begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger programs_tally_delete after delete on programs begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger programs_tally_update after update of status on programs when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger deliveries_tally_insert after insert on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', new.status, substr(new.webhook_id, length(new.webhook_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger deliveries_tally_delete after delete on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', old.status, substr(old.webhook_id, length(old.webhook_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger deliveries_tally_update after update of status on deliveries when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', old.status, substr(old.webhook_id, length(old.webhook_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', new.status, substr(new.webhook_id, length(new.webhook_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger exchange_orders_tally_insert after insert on exchange_orders begin
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', new.status, substr(new.owner_id, length(new.owner_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger exchange_orders_tally_update after update of status on exchange_orders
when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.owner_id, 'orders', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', old.status, substr(old.owner_id, length(old.owner_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', new.status, substr(new.owner_id, length(new.owner_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger exchange_trades_tally_insert after insert on exchange_trades begin
  insert into tallies (scope, list, facet, total) values
    (new.buy_owner_id, 'trades', new.perk_id, 1),
    (new.sell_owner_id, 'trades', new.perk_id, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('trades', new.perk_id, substr(new.perk_id, length(new.perk_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger invoices_tally_insert after insert on invoices begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger invoices_tally_update after update of status on invoices when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'invoices', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger perks_tally_insert after insert on perks begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger perks_tally_update after update of status on perks when new.status <> old.status begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
