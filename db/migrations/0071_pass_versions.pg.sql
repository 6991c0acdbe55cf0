alter table "passes" add column "card_version" bigint not null default 0;
