alter table "businesses" add column "time_zone" text not null default 'UTC';
alter table "businesses" add column "locale" text not null default 'en-US';
