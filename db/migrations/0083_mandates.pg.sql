create table "agent_charges" (
  "id" text not null,
  "key_id" text not null,
  "operation_id" text not null,
  "campaign_id" text,
  "amount_cents" bigint not null,
  "created_at" text not null,
  primary key ("id"),
  constraint "agent_charges_amount" check (amount_cents > 0)
);
--> statement-breakpoint
create index "agent_charges_by_key" on "agent_charges" ("key_id","created_at");
--> statement-breakpoint
alter table "agent_charges" add foreign key ("key_id") references "api_keys" ("id");
--> statement-breakpoint
create table "proposals" (
  "id" text not null,
  "business_id" text not null,
  "key_id" text not null,
  "operation_id" text not null,
  "content" text not null,
  "fingerprint" text not null,
  "amount_cents" bigint,
  "currency" text not null default 'USD',
  "status" text not null,
  "reason" text,
  "decided_by" text,
  "decided_at" text,
  "created_at" text not null,
  "expires_at" text not null,
  primary key ("id")
);
--> statement-breakpoint
create index "proposals_by_business" on "proposals" ("business_id","created_at","id");
--> statement-breakpoint
create index "proposals_by_key" on "proposals" ("key_id","fingerprint");
--> statement-breakpoint
create index "proposals_due" on "proposals" ("expires_at") where status = 'pending';
--> statement-breakpoint
create index "proposals_ended" on "proposals" ("expires_at") where status <> 'pending';
--> statement-breakpoint
alter table "proposals" add foreign key ("business_id") references "businesses" ("id");
--> statement-breakpoint
alter table "proposals" add foreign key ("key_id") references "api_keys" ("id");
--> statement-breakpoint
alter table "api_keys" add column "mandate" text;
