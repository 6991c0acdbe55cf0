create table "notification_reads" (
  "user_id" text not null,
  "business_id" text not null,
  "sequence" bigint not null,
  "updated_at" text not null,
  primary key ("user_id", "business_id")
);

create index "notification_reads_by_business" on "notification_reads" ("business_id");

create index "rewards_by_redemption" on "rewards" ("business_id","redeemed_at","id") where status = 'redeemed';

alter table "notification_reads" add foreign key ("business_id") references "businesses" ("id");

alter table "notification_reads" add foreign key ("user_id") references "users" ("id") on delete cascade;
