alter table "sessions" add column "proven_at" text;
