CREATE TABLE `erasures` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`erased_at` text NOT NULL,
	CONSTRAINT "erasures_kind" CHECK("erasures"."kind" in ('user', 'member'))
);
--> statement-breakpoint
-- The text of a transfer may name a person. It can be deleted, but not changed.
drop trigger ledger_transfers_no_update;
--> statement-breakpoint
create trigger ledger_transfers_no_update
before update of id, kind, business_id, reference, reverses, partly_reverses, request_id, created_at on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;
--> statement-breakpoint
create trigger ledger_transfers_description before update of description on ledger_transfers
when new.description is not null begin
  select raise(abort, 'ledger_transfers is append-only');
end;
--> statement-breakpoint
-- A person's own name for an order can be deleted from a final order.
drop trigger exchange_orders_final;
--> statement-breakpoint
create trigger exchange_orders_final
before update of id, sequence, owner_id, user_id, perk_id, type, order_type, currency, price_cents, rank_cents, quantity,
  filled, cancelled, value_cents, status, time_in_force, cancel_reason, expires_at, created_at, updated_at on exchange_orders
when old.status not in ('open', 'partiallyFilled') begin
  select raise(abort, 'a final order does not change');
end;
--> statement-breakpoint
create trigger exchange_orders_client before update of client_order_id on exchange_orders
when old.status not in ('open', 'partiallyFilled') and new.client_order_id is not null begin
  select raise(abort, 'a final order does not change');
end;
