ALTER TABLE `businesses` ADD `opens_at` text;--> statement-breakpoint
CREATE INDEX `businesses_open_by_name` ON `businesses` (lower("name"),`id`) WHERE opens_at is not null;--> statement-breakpoint
CREATE INDEX `businesses_by_opening` ON `businesses` (`opens_at`) WHERE opens_at is not null;--> statement-breakpoint
-- The first time at which an active campaign of the business is open, for the list of open shops and its total.
create trigger campaigns_opens_insert after insert on campaigns when new.state = 'active' begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = new.business_id and c.state = 'active'
  ) where id = new.business_id;
end;
--> statement-breakpoint
create trigger campaigns_opens_delete after delete on campaigns when old.state = 'active' begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = old.business_id and c.state = 'active'
  ) where id = old.business_id;
end;
--> statement-breakpoint
create trigger campaigns_opens_update after update of state, starts_at on campaigns
when (new.state = 'active' or old.state = 'active')
  and (new.state <> old.state or coalesce(new.starts_at, '') <> coalesce(old.starts_at, '')) begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = new.business_id and c.state = 'active'
  ) where id = new.business_id;
end;
--> statement-breakpoint
create trigger businesses_tally_insert after insert on businesses when new.opens_at is not null begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(new.id, length(new.id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
end;
--> statement-breakpoint
create trigger businesses_tally_delete after delete on businesses when old.opens_at is not null begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(old.id, length(old.id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
end;
--> statement-breakpoint
create trigger businesses_tally_update after update of opens_at on businesses
when (new.opens_at is null) <> (old.opens_at is null) begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(new.id, length(new.id), 1), case when new.opens_at is null then -1 else 1 end)
    on conflict (list, facet, slot) do update set total = installation_counters.total + case when new.opens_at is null then -1 else 1 end;
end;
--> statement-breakpoint
update businesses set opens_at = (
  select min(coalesce(c.starts_at, c.created_at)) from campaigns c
  where c.business_id = businesses.id and c.state = 'active'
) where id in (select business_id from campaigns where state = 'active');
