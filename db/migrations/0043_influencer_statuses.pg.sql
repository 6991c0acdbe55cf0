alter table "influencers" add "status" text not null default 'lead',
  add constraint "influencers_status" check ("status" in ('lead', 'contacted', 'active', 'inactive'));
