alter table "api_keys" add column "is_test" bigint not null default 0;
alter table "businesses" add column "test_environment_id" text;
