create table "export_links" (
  "id" text not null,
  "business_id" text not null,
  "operation_id" text not null,
  "query" text not null,
  "hash" text not null,
  "last4" text not null,
  "created_at" text not null,
  "creator_kind" text not null,
  "created_by" text not null,
  "last_used_at" text,
  primary key ("id"),
  constraint "export_links_creator_kind" check ("export_links"."creator_kind" in ('user', 'apiKey', 'system'))
);

create index "export_links_by_business" on "export_links" ("business_id","created_at","id");

create unique index "export_links_hash" on "export_links" ("hash");

alter table "export_links" add foreign key ("business_id") references "businesses" ("id");
