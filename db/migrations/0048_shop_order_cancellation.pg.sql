alter table "counter_actions" drop constraint "counter_actions_kind",
  add constraint "counter_actions_kind" check ("kind" in ('visit', 'purchase', 'redemption', 'reinstatement', 'refund', 'shopOrder', 'cancellation'));

alter table "shop_orders" add "canceled_at" text, add "cancel_reason" text;

drop index "shop_orders_by_program";

drop index "shop_orders_by_member";

create index "shop_orders_by_program" on "shop_orders" ("program_id","created_at","id");

create index "shop_orders_by_member" on "shop_orders" ("member_key","created_at","id");

-- Totals of the lists (see db/schema/counters.ts).
insert into tallies (scope, list, facet, total)
select business_id, 'counterActions', 'all', count(*) from counter_actions group by business_id;

insert into tallies (scope, list, facet, total)
select member_key, 'shopOrders', 'all', count(*) from shop_orders group by member_key;

insert into tallies (scope, list, facet, total)
select program_id, 'shopOrders', 'all', count(*) from shop_orders group by program_id;

create function counter_actions_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'counterActions', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create trigger counter_actions_tally_delete
  after delete on "counter_actions" for each row
  execute function counter_actions_tally_delete();

create function counter_actions_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'counterActions', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger counter_actions_tally_insert
  after insert on "counter_actions" for each row
  execute function counter_actions_tally_insert();

create function shop_orders_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'shopOrders', 'all', -1),
    (old.program_id, 'shopOrders', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create trigger shop_orders_tally_delete
  after delete on "shop_orders" for each row
  execute function shop_orders_tally_delete();

create function shop_orders_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'shopOrders', 'all', 1),
    (new.program_id, 'shopOrders', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger shop_orders_tally_insert
  after insert on "shop_orders" for each row
  execute function shop_orders_tally_insert();
