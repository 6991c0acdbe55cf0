-- Totals of the list of influencers (see db/schema/tallies.ts) and what reviews decided (db/schema/observations.ts).
create trigger influencers_tally_insert after insert on influencers begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'influencers', 'all', 1),
    ('*', 'influencers', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger influencers_tally_delete after delete on influencers begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'influencers', 'all', -1),
    ('*', 'influencers', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
insert into observations
  select business_id, platform, action_type, coalesce(action_id, ''), sum(approved_count), sum(rejected_count),
    sum(iif(reward_type = 'fixed', approved_count, 0)),
    sum(iif(reward_type = 'fixed', approved_count * reward_value, 0))
  from campaigns where approved_count + rejected_count > 0 group by 1, 2, 3, 4;
--> statement-breakpoint
create trigger campaigns_observed after update of approved_count, rejected_count on campaigns
  when new.approved_count <> old.approved_count or new.rejected_count <> old.rejected_count begin
  insert into observations values (
    new.business_id, new.platform, new.action_type, coalesce(new.action_id, ''),
    new.approved_count - old.approved_count, new.rejected_count - old.rejected_count,
    iif(new.reward_type = 'fixed', new.approved_count - old.approved_count, 0),
    iif(new.reward_type = 'fixed', (new.approved_count - old.approved_count) * new.reward_value, 0))
    on conflict (business_id, platform, action_type, action_id) do update set
      approved = approved + excluded.approved, rejected = rejected + excluded.rejected,
      fixed_approved = fixed_approved + excluded.fixed_approved, fixed_cents = fixed_cents + excluded.fixed_cents;
end;
