create index "submissions_by_decision" on "submissions" ("business_id","status","reviewed_at","id") where status <> 'pending';
