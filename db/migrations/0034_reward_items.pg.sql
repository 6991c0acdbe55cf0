alter table "campaigns" add column "reward_item" text;
alter table "rewards" add column "item" text;
