create table "member_terms" (
  "member_key" text not null,
  "term" text not null,
  "program_id" text not null,
  "business_id" text not null,
  primary key ("member_key", "term")
);

create index "member_terms_by_program" on "member_terms" ("program_id","term","member_key");

create index "member_terms_by_business" on "member_terms" ("business_id","term","member_key");

alter table "member_terms" add foreign key ("member_key") references "members" ("id") on delete cascade;

alter table "businesses" add column "country" text;

alter table "members" add column "phone" text;

alter table "members" add column "card_version" bigint not null default 0;

create unique index "members_by_phone" on "members" ("program_id","phone") where phone is not null;

create index "members_by_activity" on "members" ("program_id",coalesce("last_activity_at", "joined_at"),"id");

create index "members_of_business_by_activity" on "members" ("business_id",coalesce("last_activity_at", "joined_at"),"id");

alter table "programs" add column "card" text not null default 'static'
  constraint "programs_card" check ("card" in ('static', 'rotating'));
