alter table "pass_devices" add column "push_due_at" text;
--> statement-breakpoint
create index "pass_devices_due" on "pass_devices" ("push_due_at") where push_due_at is not null;
--> statement-breakpoint
alter table "pass_issuers" add column "last_error" text;
--> statement-breakpoint
alter table "passes" add column "locale" text;
--> statement-breakpoint
alter table "passes" add column "news" text;
--> statement-breakpoint
alter table "passes" add column "news_of" text;
