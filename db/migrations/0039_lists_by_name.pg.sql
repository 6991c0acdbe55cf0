create index "businesses_by_name" on "businesses" (lower("name"),"id");

create index "campaigns_by_business_name" on "campaigns" ("business_id",lower("name"),"id");

create index "campaigns_by_state_name" on "campaigns" ("state",lower("name"),"id");
