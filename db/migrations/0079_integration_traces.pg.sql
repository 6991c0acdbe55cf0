alter table "integrations" add column "last_ignored_at" text;
--> statement-breakpoint
alter table "integrations" add column "last_refused_at" text;
--> statement-breakpoint
alter table "integrations" add column "last_refused_code" text;
