-- The reference of a conversion was unique over all businesses; it is now for a business and a wallet.
drop trigger ledger_transfers_no_update;
--> statement-breakpoint
update ledger_transfers set reference = business_id || ':' || (
    select ledger_accounts.owner_id from ledger_entries
    join ledger_accounts on ledger_accounts.id = ledger_entries.account_id
    where ledger_entries.transfer_id = ledger_transfers.id and ledger_entries.amount > 0
  ) || ':' || reference
  where kind = 'exchange.conversion' and reference is not null;
--> statement-breakpoint
create trigger ledger_transfers_no_update before update on ledger_transfers begin
  select raise(abort, 'ledger_transfers is append-only');
end;
