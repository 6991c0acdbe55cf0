alter table "uploads" add "storage" text not null default 'folder'
  constraint "uploads_storage" check ("storage" in ('folder', 'database', 's3'));

-- A file that is moved is deleted from its former storage, so a deleted file is named by both columns.
alter table "deleted_uploads" add "storage" text not null default 'folder';

alter table "deleted_uploads" alter "storage" drop default;

alter table "deleted_uploads" drop constraint "deleted_uploads_pkey", add primary key ("id", "storage");

create or replace function uploads_deleted() returns trigger language plpgsql as $$
begin
  INSERT INTO "deleted_uploads" ("id", "storage") VALUES (old."id", old."storage") ON CONFLICT ("id", "storage") DO NOTHING;
  return null;
end $$;

create table "file_parts" (
  "key" text not null,
  "part" bigint not null,
  "parts" bigint not null,
  "created_at" text not null,
  "bytes" bytea not null,
  primary key ("key", "part")
);

-- Images are compressed already.
alter table "file_parts" alter "bytes" set storage external;
