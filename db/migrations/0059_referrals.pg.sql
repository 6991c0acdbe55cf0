alter table "programs" add "referral" text;

create table "referrals" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "referrer_key" text not null,
  "referee_key" text not null,
  "status" text not null,
  "activity_reference" text,
  "referrer_reward_id" text,
  "referee_reward_id" text,
  "created_at" text not null,
  "paid_at" text,
  primary key ("id"),
  constraint "referrals_status" check ("referrals"."status" in ('pending', 'paid', 'capped', 'flagged'))
);

create index "members_by_referral_code" on "members" ("program_id",substr("id", 21));

create index "referrals_by_program" on "referrals" ("program_id","created_at","id");

create index "referrals_by_program_status" on "referrals" ("program_id","status","created_at","id");

create unique index "referrals_by_referee" on "referrals" ("referee_key");

create index "referrals_by_referrer" on "referrals" ("referrer_key","status");

alter table "referrals" add foreign key ("business_id") references "businesses" ("id");

alter table "referrals" add foreign key ("program_id") references "programs" ("id");

alter table "referrals" add foreign key ("referee_key") references "members" ("id");

alter table "referrals" add foreign key ("referrer_key") references "members" ("id");
