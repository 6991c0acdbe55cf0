create table "mail_cursors" (
  "business_id" text not null,
  "event_sequence" bigint not null,
  primary key ("business_id")
);

create table "mail_outbox" (
  "id" text not null,
  "user_id" text not null,
  "business_id" text,
  "kind" text not null,
  "occasion" text not null,
  "data" text not null,
  "state" text not null,
  "skip_reason" text,
  "attempts" bigint not null default 0,
  "error" text,
  "next_attempt_at" text,
  "claimed_by" text,
  "claimed_until" text,
  "sent_at" text,
  "created_at" text not null,
  primary key ("id"),
  constraint "mail_outbox_state" check ("mail_outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
  constraint "mail_outbox_skip_reason" check ("mail_outbox"."skip_reason" in ('noMailServer', 'optedOut', 'noRecipient'))
);

create table "mail_preferences" (
  "user_id" text not null,
  "kind" text not null,
  "is_enabled" bigint not null,
  "source" text not null,
  "wording" text not null,
  "decided_at" text not null,
  primary key ("user_id", "kind"),
  constraint "mail_preferences_source" check ("mail_preferences"."source" in ('account', 'unsubscribe', 'cli'))
);

create table "mail_quiet_hours" (
  "user_id" text not null,
  "quiet_from" text not null,
  "quiet_to" text not null,
  primary key ("user_id")
);

create index "mail_outbox_by_business" on "mail_outbox" ("business_id","created_at","id") where business_id is not null;

create index "mail_outbox_by_creation" on "mail_outbox" ("created_at");

create unique index "mail_outbox_by_occasion" on "mail_outbox" ("user_id","kind","occasion");

create index "mail_outbox_by_state" on "mail_outbox" ("business_id","state","created_at","id") where business_id is not null;

create index "mail_outbox_due" on "mail_outbox" ("next_attempt_at","id") where state in ('waiting', 'sending');

alter table "mail_cursors" add foreign key ("business_id") references "businesses" ("id");

alter table "mail_outbox" add foreign key ("business_id") references "businesses" ("id");

alter table "mail_outbox" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "mail_preferences" add foreign key ("user_id") references "users" ("id") on delete cascade;

alter table "mail_quiet_hours" add foreign key ("user_id") references "users" ("id") on delete cascade;

-- Only events from now on cause mails.
insert into mail_cursors (business_id, event_sequence) select id, event_sequence from businesses;

-- Totals of the mails of each business (see db/schema/counters.ts).
create function mails_tally_delete() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  return null;
end $$;

create trigger mails_tally_delete
  after delete on "mail_outbox" for each row
  when (old.business_id is not null)
  execute function mails_tally_delete();

create function mails_tally_insert() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger mails_tally_insert
  after insert on "mail_outbox" for each row
  when (new.business_id is not null)
  execute function mails_tally_insert();

create function mails_tally_update() returns trigger language plpgsql as $$
begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
  return null;
end $$;

create trigger mails_tally_update
  after update of state on "mail_outbox" for each row
  when (new.state <> old.state and new.business_id is not null)
  execute function mails_tally_update();
