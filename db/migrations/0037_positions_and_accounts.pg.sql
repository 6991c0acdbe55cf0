alter table "links" add "new_email" text, add "created_by" text;

alter table "links" drop constraint "links_purpose",
  add constraint "links_purpose" check ("purpose" in ('reset', 'invite', 'setup', 'email'));

alter table "users" add "locale" text, add "time_zone" text, add "developer_tools" bigint not null default 0;

alter table "users" drop constraint "users_position",
  add constraint "users_position" check ("position" in ('owner', 'manager', 'staff', 'counter'));

-- Staff could do what managers can do now, so existing staff users become managers.
update "users" set "position" = 'manager' where "position" = 'staff';

alter table "sessions" add "user_agent" text, add "last_used_at" text;
