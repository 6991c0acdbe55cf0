create table "refused_addresses" (
  "email" text not null,
  "refused_at" text not null,
  primary key ("email")
);

create table "urgent_mails" (
  "id" text not null,
  "email" text not null,
  "content" text not null,
  "attempts" bigint not null,
  "next_attempt_at" text not null,
  "expires_at" text not null,
  "claimed_by" text,
  "claimed_until" text,
  "created_at" text not null,
  primary key ("id")
);

create index "refused_addresses_by_time" on "refused_addresses" ("refused_at");

create index "urgent_mails_by_email" on "urgent_mails" ("email");

create index "urgent_mails_due" on "urgent_mails" ("next_attempt_at","id");
