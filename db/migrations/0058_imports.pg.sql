create table "imported_members" (
  "import_id" text not null,
  "member_key" text not null,
  "line" bigint not null,
  "is_created" bigint not null,
  "points" bigint not null,
  "visits" bigint not null,
  "cashback_cents" bigint not null,
  "points_transfer_id" text,
  "cashback_id" text,
  "cashback_transfer_id" text,
  "before" text,
  "state" text not null,
  primary key ("import_id", "member_key"),
  constraint "imported_members_amounts" check (points >= 0 and visits >= 0 and cashback_cents >= 0)
);

create table "imports" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "kind" text not null,
  "format" text not null,
  "status" text not null,
  "is_dry_run" bigint not null,
  "mapping" text not null,
  "size_bytes" bigint not null,
  "read_bytes" bigint not null default 0,
  "row_count" bigint not null default 0,
  "created_count" bigint not null default 0,
  "updated_count" bigint not null default 0,
  "unchanged_count" bigint not null default 0,
  "failed_count" bigint not null default 0,
  "errors" text not null,
  "currency" text not null default 'USD',
  "points" bigint not null default 0,
  "visits" bigint not null default 0,
  "cashback_cents" bigint not null default 0,
  "kept_count" bigint not null default 0,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "completed_at" text,
  "undone_at" text,
  primary key ("id"),
  constraint "imports_kind" check ("imports"."kind" in ('members')),
  constraint "imports_format" check ("imports"."format" in ('generic', 'square', 'stampMe', 'smile', 'stamped', 'loopyLoyalty')),
  constraint "imports_status" check ("imports"."status" in ('running', 'completed', 'failed', 'undoing', 'undone'))
);

create index "imported_members_by_cashback" on "imported_members" ("cashback_id") where cashback_id is not null;

create index "imported_members_by_member" on "imported_members" ("member_key");

create index "imports_by_business" on "imports" ("business_id","created_at","id");

create index "imports_by_creation" on "imports" ("created_at","id");

create index "imports_by_program" on "imports" ("program_id","created_at","id");

alter table "imported_members" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "imported_members" add foreign key ("cashback_transfer_id") references "ledger_transfers" ("id");

alter table "imported_members" add foreign key ("import_id") references "imports" ("id");

alter table "imported_members" add foreign key ("member_key") references "members" ("id");

alter table "imported_members" add foreign key ("points_transfer_id") references "ledger_transfers" ("id");

alter table "imports" add foreign key ("business_id") references "businesses" ("id");

alter table "imports" add foreign key ("program_id") references "programs" ("id") on delete cascade;
