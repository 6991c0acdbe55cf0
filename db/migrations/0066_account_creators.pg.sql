alter table "users" add column "created_by" text;
-- It was not recorded who added a person: the first person of the business counts for all others.
update "users" set "created_by" = (
  select "founder"."id" from "users" as "founder"
  where "founder"."business_id" = "users"."business_id"
  order by "founder"."created_at", "founder"."id" limit 1
) where "business_id" is not null;
update "users" set "created_by" = null where "created_by" = "id";
