-- Codes are valid for ten minutes, so none is kept.
drop table "login_codes";
create table "login_codes" (
  "hash" text not null,
  "email" text not null,
  "client" text not null,
  "attempts" bigint not null default 0,
  "other_attempts" bigint not null default 0,
  "expires_at" text not null,
  primary key ("hash")
);

create index "login_codes_by_email" on "login_codes" ("email");
create index "login_codes_by_expiry" on "login_codes" ("expires_at");
