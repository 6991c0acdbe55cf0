create table "pass_devices" (
  "device_id" text not null,
  "pass_id" text not null,
  "push_token" text not null,
  "created_at" text not null,
  primary key ("device_id", "pass_id")
);

create table "pass_issuers" (
  "business_id" text not null,
  "platform" text not null,
  "settings" text not null,
  "secret" text not null,
  "event_sequence" bigint not null,
  "updated_at" text not null,
  primary key ("business_id", "platform"),
  constraint "pass_issuers_platform" check ("pass_issuers"."platform" in ('google', 'apple'))
);

create table "passes" (
  "id" text not null,
  "business_id" text not null,
  "platform" text not null,
  "kind" text not null,
  "record_id" text not null,
  "subject" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  primary key ("id"),
  constraint "passes_kind" check ("passes"."kind" in ('member', 'reward')),
  constraint "passes_platform" check ("passes"."platform" in ('google', 'apple'))
);

create index "pass_devices_by_pass" on "pass_devices" ("pass_id");

create unique index "passes_by_subject" on "passes" ("business_id","subject","platform");

alter table "pass_devices" add foreign key ("pass_id") references "passes" ("id") on delete cascade;

alter table "pass_issuers" add foreign key ("business_id") references "businesses" ("id");

alter table "passes" add foreign key ("business_id") references "businesses" ("id");
