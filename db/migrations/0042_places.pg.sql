create table "counter_actions" (
  "id" text not null,
  "business_id" text not null,
  "place_id" text,
  "device_id" text,
  "actor_kind" text not null,
  "actor_id" text not null,
  "kind" text not null,
  "program_id" text,
  "member_id" text,
  "resource_id" text not null,
  "visits" bigint not null default 0,
  "stamps" bigint not null default 0,
  "purchase_cents" bigint,
  "value_cents" bigint not null default 0,
  "created_at" text not null,
  primary key ("id"),
  constraint "counter_actions_actor_kind" check ("counter_actions"."actor_kind" in ('user', 'apiKey', 'system')),
  constraint "counter_actions_kind" check ("counter_actions"."kind" in ('visit', 'purchase', 'redemption', 'reinstatement', 'refund')),
  constraint "counter_actions_amounts" check (visits >= 0 and stamps >= 0 and value_cents >= 0 and (purchase_cents is null or purchase_cents >= 0))
);

create table "counter_sessions" (
  "device_id" text not null,
  "id" text not null,
  "hash" text not null,
  "user_id" text not null,
  "position" text not null,
  "created_at" text not null,
  "last_used_at" text not null,
  primary key ("device_id"),
  constraint "counter_sessions_position" check ("counter_sessions"."position" in ('owner', 'manager', 'staff', 'counter'))
);

create table "devices" (
  "id" text not null,
  "business_id" text not null,
  "place_id" text not null,
  "name" text not null,
  "hash" text not null,
  "user_agent" text,
  "created_by" text not null,
  "created_at" text not null,
  "last_used_at" text not null,
  "revoked_at" text,
  primary key ("id")
);

create table "pins" (
  "user_id" text not null,
  "hash" text not null,
  "updated_at" text not null,
  primary key ("user_id")
);

create table "places" (
  "id" text not null,
  "business_id" text not null,
  "name" text not null,
  "name_key" text not null,
  "created_at" text not null,
  "updated_at" text not null,
  "deleted_at" text,
  primary key ("id")
);

create index "counter_actions_by_actor" on "counter_actions" ("business_id","actor_id","created_at","id");

create index "counter_actions_by_business" on "counter_actions" ("business_id","created_at","id","place_id","actor_id","actor_kind","kind","visits","stamps","purchase_cents","value_cents");

create index "counter_actions_by_place" on "counter_actions" ("business_id","place_id","created_at","id");

create index "counter_sessions_by_user" on "counter_sessions" ("user_id");

create unique index "counter_sessions_hash" on "counter_sessions" ("hash");

create index "devices_by_business" on "devices" ("business_id","created_at","id") where revoked_at is null;

create index "devices_by_place" on "devices" ("place_id") where revoked_at is null;

create unique index "devices_hash" on "devices" ("hash");

create index "places_by_business" on "places" ("business_id","created_at","id");

create unique index "places_by_name" on "places" ("business_id","name_key") where deleted_at is null;

alter table "counter_actions" add foreign key ("business_id") references "businesses" ("id");

alter table "counter_actions" add foreign key ("device_id") references "devices" ("id");

alter table "counter_actions" add foreign key ("place_id") references "places" ("id");

alter table "counter_sessions" add foreign key ("device_id") references "devices" ("id") on delete cascade;

alter table "counter_sessions" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "devices" add foreign key ("business_id") references "businesses" ("id");

alter table "devices" add foreign key ("place_id") references "places" ("id");

alter table "pins" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "places" add foreign key ("business_id") references "businesses" ("id");
