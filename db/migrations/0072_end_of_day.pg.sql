drop index "rewards_due";
create index "rewards_due" on "rewards" ("expires_at", "id") where status = 'issued';
