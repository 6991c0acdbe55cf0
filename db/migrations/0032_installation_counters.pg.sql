-- Totals of the whole installation, in slots instead of the scope '*' (see db/schema/counters.ts).
create table "installation_counters" (
  "list" text not null,
  "facet" text not null,
  "slot" text not null,
  "total" bigint not null,
  primary key ("list", "facet", "slot")
);

insert into installation_counters (list, facet, slot, total)
select list, facet, substr(scope, length(scope), 1), sum(total) from tallies
where scope <> '*' and (
  list in ('orders', 'deliveries')
  or (list in ('campaigns', 'submissions', 'rewards', 'events', 'influencers', 'programs', 'invoices')
    and exists (select 1 from businesses where businesses.id = tallies.scope))
)
group by 1, 2, 3;

insert into installation_counters (list, facet, slot, total)
select list, facet, substr(facet, length(facet), 1), total from tallies where scope = '*' and list = 'trades';

insert into installation_counters (list, facet, slot, total)
select 'perks', status, substr(business_id, length(business_id), 1), count(*) from perks group by 1, 2, 3;

delete from tallies where scope = '*';

create or replace function campaigns_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', old.state, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create or replace function campaigns_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('campaigns', new.state, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function campaigns_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function deliveries_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', old.status, substr(old.webhook_id, length(old.webhook_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create or replace function deliveries_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('deliveries', new.status, substr(new.webhook_id, length(new.webhook_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function deliveries_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function events_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'events', old.type, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', old.type, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create or replace function events_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'events', new.type, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('events', new.type, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function exchange_orders_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('orders', new.status, substr(new.owner_id, length(new.owner_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function exchange_orders_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function exchange_trades_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.buy_owner_id, 'trades', new.perk_id, 1),
    (new.sell_owner_id, 'trades', new.perk_id, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('trades', new.perk_id, substr(new.perk_id, length(new.perk_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function influencers_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'influencers', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create or replace function influencers_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'influencers', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('influencers', 'all', substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function invoices_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('invoices', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function invoices_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function perks_tally_insert() returns trigger language plpgsql as $$
begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function perks_tally_update() returns trigger language plpgsql as $$
begin
  insert into installation_counters (list, facet, slot, total)
    values ('perks', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('perks', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function programs_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create or replace function programs_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('programs', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create or replace function programs_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function rewards_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create or replace function rewards_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('rewards', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create or replace function rewards_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

create or replace function submissions_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', old.status, substr(old.business_id, length(old.business_id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create or replace function submissions_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  insert into installation_counters (list, facet, slot, total)
    values ('submissions', new.status, substr(new.business_id, length(new.business_id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create or replace function submissions_tally_update() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;
