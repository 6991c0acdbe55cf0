create table "inbound_orders" (
  "id" text not null,
  "integration_id" text not null,
  "business_id" text not null,
  "source" text not null,
  "program_id" text not null,
  "order_id" text not null,
  "status" text not null,
  "reason_code" text,
  "reason" text,
  "email" text,
  "phone" text,
  "currency" text not null,
  "amount_cents" bigint,
  "refunded_cents" bigint not null default 0,
  "reversed_cents" bigint not null default 0,
  "member_id" text,
  "visit_id" text,
  "created_at" text not null,
  "updated_at" text not null,
  primary key ("id"),
  constraint "inbound_orders_source" check ("inbound_orders"."source" in ('shopify', 'woocommerce', 'square', 'stripe')),
  constraint "inbound_orders_status" check ("inbound_orders"."status" in ('waiting', 'parked', 'credited', 'refused', 'canceled')),
  constraint "inbound_orders_amounts" check (amount_cents >= 0 and refunded_cents >= 0 and reversed_cents between 0 and refunded_cents)
);

create table "inbound_refunds" (
  "order_key" text not null,
  "refund_id" text not null,
  "amount_cents" bigint not null,
  primary key ("order_key", "refund_id")
);

create table "integrations" (
  "id" text not null,
  "business_id" text not null,
  "source" text not null,
  "program_id" text not null,
  "secret" text not null,
  "last_received_at" text,
  "created_at" text not null,
  "updated_at" text not null,
  "removed_at" text,
  primary key ("id"),
  constraint "integrations_source" check ("integrations"."source" in ('shopify', 'woocommerce', 'square', 'stripe'))
);

create index "inbound_orders_by_email" on "inbound_orders" ("program_id","email") where status = 'parked' and email is not null;

create index "inbound_orders_by_member" on "inbound_orders" ("business_id","source","member_id","created_at","id");

create unique index "inbound_orders_by_order" on "inbound_orders" ("integration_id","order_id");

create index "inbound_orders_by_phone" on "inbound_orders" ("program_id","phone") where status = 'parked' and phone is not null;

create index "inbound_orders_by_source" on "inbound_orders" ("business_id","source","created_at","id");

create index "inbound_orders_by_status" on "inbound_orders" ("business_id","source","status","created_at","id");

create index "inbound_orders_with_buyer" on "inbound_orders" ("updated_at") where email is not null or phone is not null;

create index "integrations_by_business" on "integrations" ("business_id","created_at","id");

create unique index "integrations_by_source" on "integrations" ("business_id","source") where removed_at is null;

create index "members_by_email" on "members" ("program_id","email") where email is not null;

alter table "inbound_orders" add foreign key ("business_id") references "businesses" ("id");

alter table "inbound_orders" add foreign key ("integration_id") references "integrations" ("id");

alter table "inbound_orders" add foreign key ("visit_id") references "visits" ("id");

alter table "inbound_refunds" add foreign key ("order_key") references "inbound_orders" ("id") on delete cascade;

alter table "integrations" add foreign key ("business_id") references "businesses" ("id");
