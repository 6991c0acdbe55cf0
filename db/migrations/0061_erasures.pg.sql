create table "erasures" (
  "id" text not null,
  "kind" text not null,
  "erased_at" text not null,
  primary key ("id"),
  constraint "erasures_kind" check ("erasures"."kind" in ('user', 'member'))
);

create function exchange_orders_client() returns trigger language plpgsql as $$
begin
  raise exception 'a final order does not change';
end $$;

create trigger exchange_orders_client
  before update of client_order_id on "exchange_orders" for each row
  when (old.status not in ('open', 'partiallyFilled') and new.client_order_id is not null)
  execute function exchange_orders_client();

drop trigger exchange_orders_final on "exchange_orders";

create trigger exchange_orders_final
  before update of id, sequence, owner_id, user_id, perk_id, type, order_type, currency, price_cents, rank_cents, quantity, filled, cancelled, value_cents, status, time_in_force, cancel_reason, expires_at, created_at, updated_at on "exchange_orders" for each row
  when (old.status not in ('open', 'partiallyFilled'))
  execute function exchange_orders_final();

create function ledger_transfers_description() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_transfers is append-only';
end $$;

create trigger ledger_transfers_description
  before update of description on "ledger_transfers" for each row
  when (new.description is not null)
  execute function ledger_transfers_description();

drop trigger ledger_transfers_no_update on "ledger_transfers";

create trigger ledger_transfers_no_update
  before update of id, kind, business_id, reference, reverses, partly_reverses, request_id, created_at on "ledger_transfers" for each row
  execute function ledger_transfers_no_update();
