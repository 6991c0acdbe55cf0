create table "adjustment_parts" (
  "adjustment_id" text not null,
  "cashback_id" text not null,
  "amount_cents" bigint not null,
  primary key ("adjustment_id", "cashback_id"),
  constraint "adjustment_parts_amounts" check (amount_cents > 0)
);

create table "member_adjustments" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "member_key" text not null,
  "member_id" text not null,
  "points" bigint not null,
  "visits" bigint not null,
  "currency" text not null default 'USD',
  "cashback_cents" bigint not null,
  "cashback_id" text,
  "transfer_id" text,
  "reason" text not null,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  "undone_at" text,
  primary key ("id"),
  constraint "member_adjustments_amounts" check (case when points <> 0 then 1 else 0 end + case when visits <> 0 then 1 else 0 end + case when cashback_cents <> 0 then 1 else 0 end = 1)
);

create index "adjustment_parts_by_cashback" on "adjustment_parts" ("cashback_id");

create index "member_adjustments_by_member" on "member_adjustments" ("member_key","created_at","id");

alter table "adjustment_parts" add foreign key ("adjustment_id") references "member_adjustments" ("id");

alter table "adjustment_parts" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "member_adjustments" add foreign key ("business_id") references "businesses" ("id");

alter table "member_adjustments" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "member_adjustments" add foreign key ("member_key") references "members" ("id");

alter table "member_adjustments" add foreign key ("program_id") references "programs" ("id");

alter table "member_adjustments" add foreign key ("transfer_id") references "ledger_transfers" ("id");
