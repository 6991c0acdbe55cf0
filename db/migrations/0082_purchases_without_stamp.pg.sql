alter table "visits" drop constraint "visits_quantity";
--> statement-breakpoint
alter table "visits" add constraint "visits_quantity" check (quantity > 0 or (quantity = 0 and order_value_cents is not null));
