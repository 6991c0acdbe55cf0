-- Trades are appended and nothing else; an order that is final stays as it ended.
create trigger exchange_trades_no_update before update on exchange_trades begin
  select raise(abort, 'exchange_trades is append-only');
end;
--> statement-breakpoint
create trigger exchange_trades_no_delete before delete on exchange_trades begin
  select raise(abort, 'exchange_trades is append-only');
end;
--> statement-breakpoint
create trigger exchange_orders_final before update on exchange_orders
when old.status not in ('open', 'partiallyFilled') begin
  select raise(abort, 'a final order does not change');
end;
--> statement-breakpoint
create trigger exchange_orders_no_delete before delete on exchange_orders begin
  select raise(abort, 'exchange_orders are not deleted');
end;
--> statement-breakpoint
-- Totals of the lists (see db/schema/tallies.ts), by whose they are.
create trigger exchange_orders_tally_insert after insert on exchange_orders begin
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1),
    ('*', 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger exchange_orders_tally_update after update of status on exchange_orders
when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.owner_id, 'orders', old.status, -1),
    ('*', 'orders', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.owner_id, 'orders', new.status, 1),
    ('*', 'orders', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger exchange_trades_tally_insert after insert on exchange_trades begin
  insert into tallies (scope, list, facet, total) values
    (new.buy_owner_id, 'trades', new.perk_id, 1),
    (new.sell_owner_id, 'trades', new.perk_id, 1),
    ('*', 'trades', new.perk_id, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
