create table "slugs" (
  "kind" text not null,
  "slug" text not null,
  "record_id" text not null,
  "created_at" text not null,
  constraint "slugs_pkey" primary key ("kind", "slug"),
  constraint "slugs_kind" check ("kind" in ('business', 'campaign'))
);
create index "slugs_by_record" on "slugs" ("record_id");
alter table "businesses" add column "slug" text;
alter table "businesses" add column "handles" text not null default '{}';
alter table "businesses" add column "logo_upload_id" text;
alter table "businesses" add column "accent_color" text;
create index "businesses_by_logo" on "businesses" ("logo_upload_id") where logo_upload_id is not null;
alter table "campaigns" add column "slug" text;
