alter table "imported_members" add column "last_visit_at" text;
