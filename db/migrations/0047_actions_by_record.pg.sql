create index "counter_actions_by_resource" on "counter_actions" ("business_id", "resource_id", "created_at", "id");
