alter table "businesses" add column "opens_at" text;

create index "businesses_by_opening" on "businesses" ("opens_at") where opens_at is not null;

create index "businesses_open_by_name" on "businesses" (lower("name"),"id") where opens_at is not null;

create function businesses_tally_delete() returns trigger language plpgsql as $$
begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(old.id, length(old.id), 1), -1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + -1;
  return null;
end $$;

create trigger businesses_tally_delete
  after delete on "businesses" for each row
  when (old.opens_at is not null)
  execute function businesses_tally_delete();

create function businesses_tally_insert() returns trigger language plpgsql as $$
begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(new.id, length(new.id), 1), 1)
    on conflict (list, facet, slot) do update set total = installation_counters.total + 1;
  return null;
end $$;

create trigger businesses_tally_insert
  after insert on "businesses" for each row
  when (new.opens_at is not null)
  execute function businesses_tally_insert();

create function businesses_tally_update() returns trigger language plpgsql as $$
begin
  insert into installation_counters (list, facet, slot, total)
    values ('shops', 'open', substr(new.id, length(new.id), 1), case when new.opens_at is null then -1 else 1 end)
    on conflict (list, facet, slot) do update set total = installation_counters.total + case when new.opens_at is null then -1 else 1 end;
  return null;
end $$;

create trigger businesses_tally_update
  after update of opens_at on "businesses" for each row
  when ((new.opens_at is null) <> (old.opens_at is null))
  execute function businesses_tally_update();

create function campaigns_opens_delete() returns trigger language plpgsql as $$
begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = old.business_id and c.state = 'active'
    ) where id = old.business_id;
  return null;
end $$;

create trigger campaigns_opens_delete
  after delete on "campaigns" for each row
  when (old.state = 'active')
  execute function campaigns_opens_delete();

create function campaigns_opens_insert() returns trigger language plpgsql as $$
begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = new.business_id and c.state = 'active'
    ) where id = new.business_id;
  return null;
end $$;

create trigger campaigns_opens_insert
  after insert on "campaigns" for each row
  when (new.state = 'active')
  execute function campaigns_opens_insert();

create function campaigns_opens_update() returns trigger language plpgsql as $$
begin
  update businesses set opens_at = (
    select min(coalesce(c.starts_at, c.created_at)) from campaigns c
    where c.business_id = new.business_id and c.state = 'active'
    ) where id = new.business_id;
  return null;
end $$;

create trigger campaigns_opens_update
  after update of state, starts_at on "campaigns" for each row
  when ((new.state = 'active' or old.state = 'active')
  and (new.state <> old.state or coalesce(new.starts_at, '') <> coalesce(old.starts_at, '')))
  execute function campaigns_opens_update();

update businesses set opens_at = (
  select min(coalesce(c.starts_at, c.created_at)) from campaigns c
  where c.business_id = businesses.id and c.state = 'active'
) where id in (select business_id from campaigns where state = 'active');
