alter table "ledger_transfers" add "partly_reverses" text;

alter table "cashbacks" add "refunded_cents" bigint not null default 0, add "expired_cents" bigint not null default 0;

create table "cashback_redemptions" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "member_key" text not null,
  "member_id" text not null,
  "amount_cents" bigint not null,
  "refunded_cents" bigint not null default 0,
  "transfer_id" text not null,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  primary key ("id"),
  constraint "cashback_redemptions_amounts" check (amount_cents > 0 and refunded_cents between 0 and amount_cents)
);

create table "cashback_redemption_parts" (
  "redemption_id" text not null,
  "number" bigint not null,
  "cashback_id" text not null,
  "amount_cents" bigint not null,
  "refunded_cents" bigint not null default 0,
  primary key ("redemption_id", "number"),
  constraint "cashback_redemption_parts_amounts" check (amount_cents > 0 and refunded_cents between 0 and amount_cents)
);

create table "cashback_refunds" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "member_key" text not null,
  "member_id" text not null,
  "subject_id" text not null,
  "number" bigint not null,
  "order_id" text,
  "cashback_id" text,
  "visit_id" text,
  "redemption_id" text,
  "activity_reference" text,
  "amount_cents" bigint not null,
  "total_cents" bigint not null,
  "cashback_cents" bigint not null,
  "held_cents" bigint not null,
  "expired_cents" bigint not null,
  "points" bigint not null,
  "visits" bigint not null,
  "reason" text,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  primary key ("id"),
  constraint "cashback_refunds_amounts" check (amount_cents between 0 and total_cents and cashback_cents >= 0)
);

create index "cashback_redemption_parts_by_cashback" on "cashback_redemption_parts" ("cashback_id");

create unique index "cashback_refunds_subject" on "cashback_refunds" ("subject_id","number");

create index "visits_by_cashback" on "visits" ("cashback_id") where cashback_id is not null;

create index "ledger_transfers_partly_reverses" on "ledger_transfers" ("partly_reverses") where partly_reverses is not null;

alter table "cashback_redemption_parts" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "cashback_redemption_parts" add foreign key ("redemption_id") references "cashback_redemptions" ("id");

alter table "cashback_redemptions" add foreign key ("business_id") references "businesses" ("id");

alter table "cashback_redemptions" add foreign key ("member_key") references "members" ("id");

alter table "cashback_redemptions" add foreign key ("program_id") references "programs" ("id");

alter table "cashback_redemptions" add foreign key ("transfer_id") references "ledger_transfers" ("id");

alter table "cashback_refunds" add foreign key ("business_id") references "businesses" ("id");

alter table "cashback_refunds" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "cashback_refunds" add foreign key ("member_key") references "members" ("id");

alter table "cashback_refunds" add foreign key ("program_id") references "programs" ("id");

alter table "cashback_refunds" add foreign key ("visit_id") references "visits" ("id");

alter table "cashback_refunds" add foreign key ("redemption_id") references "cashback_redemptions" ("id");

alter table "ledger_transfers" add foreign key ("partly_reverses") references "ledger_transfers" ("id");
