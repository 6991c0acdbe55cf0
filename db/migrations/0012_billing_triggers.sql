-- What a business used in a calendar month counts from the first day, so that a plan chosen later knows it.
insert into usage_months (business_id, month, submissions)
  select business_id, substr(created_at, 1, 7), count(*) from submissions group by 1, 2;
--> statement-breakpoint
create trigger usage_months_submission after insert on submissions begin
  insert into usage_months (business_id, month, submissions) values
    (new.business_id, substr(new.created_at, 1, 7), 1)
    on conflict (business_id, month) do update set submissions = submissions + 1;
end;
--> statement-breakpoint
-- Numbers have no gaps and what was billed stays billed.
create trigger invoices_no_delete before delete on invoices begin
  select raise(abort, 'invoices are not deleted');
end;
--> statement-breakpoint
create trigger invoices_fixed before update of number, business_id, kind, amount_cents, currency on invoices begin
  select raise(abort, 'an invoice keeps its number, business, kind and amount');
end;
--> statement-breakpoint
create trigger invoices_paid_once before update of paid_at, transfer_id on invoices
when (old.paid_at is not null and new.paid_at is not old.paid_at)
  or (old.transfer_id is not null and new.transfer_id is not old.transfer_id) begin
  select raise(abort, 'an invoice is paid once');
end;
--> statement-breakpoint
create trigger billing_events_fixed
before update of provider, id, type, object_id, subscription_id, standing, refund_of, refunded_cents, rank,
  occurred_at, received_at on billing_events begin
  select raise(abort, 'an event stays as it came');
end;
--> statement-breakpoint
create trigger billing_events_no_delete before delete on billing_events begin
  select raise(abort, 'billing_events is append-only');
end;
--> statement-breakpoint
-- Totals of invoices (see db/schema/tallies.ts).
create trigger invoices_tally_insert after insert on invoices begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1),
    ('*', 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger invoices_tally_update after update of status on invoices when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'invoices', old.status, -1),
    ('*', 'invoices', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'invoices', new.status, 1),
    ('*', 'invoices', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
