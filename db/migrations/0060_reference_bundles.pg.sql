create table "reference_bundles" (
  "id" text not null,
  "key_id" text not null,
  "issued_at" text not null,
  "notes" text not null,
  "hash" text not null,
  "payload" text not null,
  "applied_at" text not null,
  "undone_at" text,
  primary key ("id")
);

create index "reference_bundles_by_time" on "reference_bundles" ("applied_at","id");

alter table "campaigns" add column "policy_acknowledged_by" text;

alter table "campaigns" add column "policy_change" text;
