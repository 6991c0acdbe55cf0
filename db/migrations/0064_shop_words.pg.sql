alter table "businesses" add "invitation_text" text;

alter table "businesses" add "reward_text" text;

alter table "businesses" add "sender_name" text;

alter table "businesses" add "shows_perkmint" bigint not null default 1;
