create table "recovery_codes" (
  "user_id" text not null,
  "hash" text not null,
  primary key ("user_id", "hash")
);

create table "sign_in_challenges" (
  "hash" text not null,
  "user_id" text not null,
  "attempts" bigint not null default 0,
  "expires_at" text not null,
  primary key ("hash")
);

create table "totp_secrets" (
  "user_id" text not null,
  "secret" text not null,
  "confirmed_at" text,
  "last_step" bigint not null default 0,
  "created_at" text not null,
  primary key ("user_id")
);

create index "sign_in_challenges_by_expiry" on "sign_in_challenges" ("expires_at");

create index "sign_in_challenges_by_user" on "sign_in_challenges" ("user_id");

alter table "recovery_codes" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "sign_in_challenges" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "totp_secrets" add foreign key ("user_id") references "users" ("id") on delete cascade;
