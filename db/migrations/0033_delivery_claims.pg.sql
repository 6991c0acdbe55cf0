alter table "deliveries" add column "claimed_by" text;
alter table "deliveries" add column "claimed_until" text;
create index "deliveries_claimed" on "deliveries" ("webhook_id", "claimed_until") where status = 'pending' and claimed_until is not null;
