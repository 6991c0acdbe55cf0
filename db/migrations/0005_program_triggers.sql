-- The ledger is appended to and nothing else: a correction is a new transfer that names the old one.
--> statement-breakpoint
create trigger ledger_entries_no_update before update on ledger_entries begin
  select raise(abort, 'ledger_entries is append-only');
end;
--> statement-breakpoint
create trigger ledger_entries_no_delete before delete on ledger_entries begin
  select raise(abort, 'ledger_entries is append-only');
end;
--> statement-breakpoint
create trigger ledger_transfers_no_update before update on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;
--> statement-breakpoint
create trigger ledger_transfers_no_delete before delete on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;
--> statement-breakpoint
create trigger ledger_accounts_no_delete before delete on ledger_accounts begin
  select raise(abort, 'ledger_accounts are not deleted');
end;
--> statement-breakpoint
create trigger ledger_accounts_fixed before update of id, unit, owner_id, business_id, allows_negative on ledger_accounts begin
  select raise(abort, 'only the balance of a ledger account changes');
end;
--> statement-breakpoint
-- Totals of the lists (see db/schema/tallies.ts).
create trigger programs_tally_insert after insert on programs begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1),
    ('*', 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger programs_tally_delete after delete on programs begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1),
    ('*', 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger programs_tally_update after update of status on programs when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'programs', old.status, -1),
    ('*', 'programs', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'programs', new.status, 1),
    ('*', 'programs', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger members_tally_insert after insert on members begin
  insert into tallies (scope, list, facet, total) values
    (new.program_id, 'members', new.status || ':' || coalesce(new.tier, ''), 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger members_tally_delete after delete on members begin
  insert into tallies (scope, list, facet, total) values
    (old.program_id, 'members', old.status || ':' || coalesce(old.tier, ''), -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger members_tally_update after update of status, tier on members when new.status <> old.status or new.tier is not old.tier begin
  insert into tallies (scope, list, facet, total) values
    (old.program_id, 'members', old.status || ':' || coalesce(old.tier, ''), -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.program_id, 'members', new.status || ':' || coalesce(new.tier, ''), 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger cashbacks_tally_insert after insert on cashbacks begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'cashbacks', new.status, 1),
    (new.program_id, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger cashbacks_tally_delete after delete on cashbacks begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'cashbacks', old.status, -1),
    (old.program_id, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger cashbacks_tally_update after update of status on cashbacks when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'cashbacks', old.status, -1),
    (old.program_id, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'cashbacks', new.status, 1),
    (new.program_id, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
