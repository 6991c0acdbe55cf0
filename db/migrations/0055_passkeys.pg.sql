create table "passkeys" (
  "id" text not null,
  "user_id" text not null,
  "credential_id" text not null,
  "public_key" text not null,
  "counter" bigint not null,
  "name" text not null,
  "created_at" text not null,
  "last_used_at" text,
  primary key ("id")
);

create index "passkeys_by_user" on "passkeys" ("user_id","created_at","id");

create unique index "passkeys_credential" on "passkeys" ("credential_id");

alter table "passkeys" add foreign key ("user_id") references "users" ("id") on delete cascade;
