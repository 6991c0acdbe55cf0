create table "login_codes" (
  "email" text not null,
  "hash" text not null,
  "attempts" bigint not null default 0,
  "expires_at" text not null,
  primary key ("email")
);

create index "login_codes_by_expiry" on "login_codes" ("expires_at");
