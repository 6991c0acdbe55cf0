create table "goal_completions" (
  "member_id" text not null,
  "goal_id" text not null,
  "number" bigint not null,
  "consumed" bigint not null,
  "reward_id" text,
  "completed_at" text not null,
  primary key ("member_id", "goal_id", "number")
);

create table "shop_counts" (
  "scope" text not null,
  "item_id" text not null,
  "bought" bigint not null,
  primary key ("scope", "item_id")
);

create table "shop_orders" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "member_key" text not null,
  "member_id" text not null,
  "item_id" text not null,
  "points" bigint not null,
  "reward_id" text not null,
  "transfer_id" text not null,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  primary key ("id")
);

create table "visits" (
  "id" text not null,
  "program_id" text not null,
  "business_id" text not null,
  "member_key" text not null,
  "member_id" text not null,
  "quantity" bigint not null,
  "order_id" text,
  "order_value_cents" bigint,
  "points" bigint not null,
  "cashback_id" text,
  "order_reference" text,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  "reversed_at" text,
  primary key ("id"),
  constraint "visits_quantity" check (quantity > 0)
);

create index "rewards_open_by_user" on "rewards" ("user_id","business_id","expires_at") where status = 'issued';

create index "shop_orders_by_member" on "shop_orders" ("member_key","item_id");

create index "shop_orders_by_program" on "shop_orders" ("program_id","item_id");

create index "visits_by_member" on "visits" ("member_key","created_at","id");

create index "visits_by_program" on "visits" ("program_id","created_at","id");

create unique index "visits_order" on "visits" ("program_id","order_id") where order_id is not null;

alter table "goal_completions" add foreign key ("member_id") references "members" ("id");

alter table "shop_orders" add foreign key ("business_id") references "businesses" ("id");

alter table "shop_orders" add foreign key ("member_key") references "members" ("id");

alter table "shop_orders" add foreign key ("program_id") references "programs" ("id");

alter table "shop_orders" add foreign key ("transfer_id") references "ledger_transfers" ("id");

alter table "visits" add foreign key ("business_id") references "businesses" ("id");

alter table "visits" add foreign key ("cashback_id") references "cashbacks" ("id");

alter table "visits" add foreign key ("member_key") references "members" ("id");

alter table "visits" add foreign key ("program_id") references "programs" ("id");

alter table "member_steps" add "visits" bigint not null default 0;

alter table "member_goals" add "completions" bigint not null default 1,
  add "baseline" bigint not null default 0,
  add "consumed" bigint not null default 0;

alter table "members" add "points_spent" bigint not null default 0,
  add "visit_count" bigint not null default 0,
  add "last_visit_at" text;

alter table "programs" add "visit_cooldown_minutes" bigint,
  add "visit_max_per_day" bigint,
  add "visit_count" bigint not null default 0;

-- Goals completed before pay nothing.
insert into "goal_completions" ("member_id", "goal_id", "number", "consumed", "reward_id", "completed_at")
select "member_id", "goal_id", 1, 0, null, "completed_at" from "member_goals";

-- Totals of the lists (see db/schema/counters.ts).
create function visits_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.member_key, 'visits', 'all', -1),
    (old.program_id, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create trigger visits_tally_delete
  after delete on "visits" for each row
  execute function visits_tally_delete();

create function visits_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.member_key, 'visits', 'all', 1),
    (new.program_id, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger visits_tally_insert
  after insert on "visits" for each row
  execute function visits_tally_insert();
