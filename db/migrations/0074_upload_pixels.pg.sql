alter table "uploads" add column "pixels" bigint;
create index "uploads_with_metadata" on "uploads" ("storage", "id") where pixels is null;
