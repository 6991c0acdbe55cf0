create table "member_merges" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "from_key" text not null,
  "from_reference" text not null,
  "into_key" text not null,
  "into_reference" text not null,
  "from_status" text not null,
  "from_enrolled_by_person" bigint not null,
  "from_phone_confirmed" bigint not null,
  "from_last_activity_at" text,
  "into_last_activity_at" text,
  "filled" text not null,
  "submission_count" bigint not null,
  "other_visits" bigint not null,
  "other_redeemed_cents" bigint not null,
  "goals" text not null,
  "into_goals" text not null,
  "is_final" bigint not null default 0,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  "undone_at" text,
  primary key ("id"),
  constraint "member_merges_status" check ("member_merges"."from_status" in ('active', 'suspended', 'left'))
);

alter table "members" add column "merged_into" text;

create table "merged_records" (
  "merge_id" text not null,
  "kind" text not null,
  "record_id" text not null,
  primary key ("merge_id", "kind", "record_id"),
  constraint "merged_records_kind" check ("merged_records"."kind" in ('activity', 'cashback', 'visit', 'shopOrder', 'redemption', 'refund', 'adjustment', 'referrer', 'referee', 'reward', 'submission', 'inboundOrder'))
);

create index "cashback_redemptions_by_member" on "cashback_redemptions" ("member_key");

create index "cashback_refunds_by_member" on "cashback_refunds" ("member_key");

create index "member_merges_by_from" on "member_merges" ("from_key","created_at");

create index "member_merges_by_into" on "member_merges" ("into_key","created_at");

create index "member_merges_by_reference" on "member_merges" ("program_id","from_reference");

create index "members_by_merge" on "members" ("merged_into","id") where merged_into is not null;

create index "submissions_by_other_member" on "submissions" ("member_id") where member_id <> user_id;

alter table "member_merges" add foreign key ("business_id") references "businesses" ("id");

alter table "member_merges" add foreign key ("from_key") references "members" ("id");

alter table "member_merges" add foreign key ("into_key") references "members" ("id");

alter table "member_merges" add foreign key ("program_id") references "programs" ("id");

alter table "members" add foreign key ("merged_into") references "members" ("id");

alter table "merged_records" add foreign key ("merge_id") references "member_merges" ("id");

create function cashbacks_tally_move() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger cashbacks_tally_move
  after update of member_key on "cashbacks" for each row
  when (new.member_key <> old.member_key)
  execute function cashbacks_tally_move();

create function shop_orders_tally_move() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'shopOrders', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'shopOrders', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger shop_orders_tally_move
  after update of member_key on "shop_orders" for each row
  when (new.member_key <> old.member_key)
  execute function shop_orders_tally_move();

create function visits_tally_move() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger visits_tally_move
  after update of member_key on "visits" for each row
  when (new.member_key <> old.member_key)
  execute function visits_tally_move();
