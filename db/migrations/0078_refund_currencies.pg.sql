alter table "inbound_refunds" add column "currency" text;
--> statement-breakpoint
create index "inbound_orders_unsettled" on "inbound_orders" ("id") where reason_code is not null;
