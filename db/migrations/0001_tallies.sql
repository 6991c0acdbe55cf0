-- Totals of the long lists, kept row by row, so that no list counts its rows (see db/schema/tallies.ts).
create trigger campaigns_tally_insert after insert on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1),
    ('*', 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger campaigns_tally_delete after delete on campaigns begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1),
    ('*', 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger campaigns_tally_update after update of state on campaigns when new.state <> old.state begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'campaigns', old.state, -1),
    ('*', 'campaigns', old.state, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'campaigns', new.state, 1),
    ('*', 'campaigns', new.state, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger submissions_tally_insert after insert on submissions begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1),
    ('*', 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger submissions_tally_delete after delete on submissions begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1),
    ('*', 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger submissions_tally_update after update of status on submissions when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'submissions', old.status, -1),
    ('*', 'submissions', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'submissions', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'submissions', new.status, 1),
    ('*', 'submissions', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'submissions', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger rewards_tally_insert after insert on rewards begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1),
    ('*', 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger rewards_tally_delete after delete on rewards begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1),
    ('*', 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger rewards_tally_update after update of status on rewards when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'rewards', old.status, -1),
    ('*', 'rewards', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total)
    select old.campaign_id, 'rewards', old.status, -1 where old.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'rewards', new.status, 1),
    ('*', 'rewards', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
  insert into tallies (scope, list, facet, total)
    select new.campaign_id, 'rewards', new.status, 1 where new.campaign_id is not null
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger events_tally_insert after insert on events begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'events', new.type, 1),
    ('*', 'events', new.type, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger events_tally_delete after delete on events begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'events', old.type, -1),
    ('*', 'events', old.type, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
