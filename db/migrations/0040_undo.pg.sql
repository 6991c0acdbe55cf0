alter table "businesses" add "reinstate_window_hours" bigint not null default 24,
  add "refund_window_days" bigint not null default 30;

create table "reward_reinstatements" (
  "reward_id" text not null,
  "number" bigint not null,
  "redeemed_at" text not null,
  "amount_cents" bigint,
  "reason" text,
  "actor_kind" text not null,
  "actor_id" text not null,
  "created_at" text not null,
  primary key ("reward_id", "number")
);

alter table "reward_reinstatements" add foreign key ("reward_id") references "rewards" ("id");
