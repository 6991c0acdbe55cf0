alter table "members" add "enrolled_as" text;

create table "member_claims" (
  "member_key" text not null,
  "hash" text not null,
  "created_at" text not null,
  "expires_at" text not null,
  primary key ("member_key")
);

drop index "members_by_email";

create index "member_claims_by_expiry" on "member_claims" ("expires_at");

create unique index "member_claims_by_hash" on "member_claims" ("hash");

create index "members_by_address" on "members" ("email","program_id") where email is not null;

create unique index "members_by_earlier_reference" on "members" ("program_id","enrolled_as") where enrolled_as is not null;

alter table "member_claims" add foreign key ("member_key") references "members" ("id") on delete cascade;
