create table "app_tokens" (
  "hash" text not null,
  "key_id" text not null,
  "client_hash" text not null,
  "expires_at" text not null,
  "used_at" text,
  primary key ("hash")
);
--> statement-breakpoint
create index "app_tokens_by_key" on "app_tokens" ("key_id");
--> statement-breakpoint
create index "app_tokens_by_expiry" on "app_tokens" ("expires_at");
--> statement-breakpoint
alter table "app_tokens" add foreign key ("key_id") references "api_keys" ("id");
--> statement-breakpoint
alter table "api_keys" add column "app" text;
--> statement-breakpoint
create index "api_keys_of_apps" on "api_keys" ("created_by","created_at","id") where app is not null;
--> statement-breakpoint
create index "api_key_secrets_by_expiry" on "api_key_secrets" ("expires_at") where expires_at is not null;
