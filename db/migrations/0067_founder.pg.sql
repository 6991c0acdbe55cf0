-- It was not recorded who set the installation up: without an admin, the first owner of the only business.
insert into "facts" ("name", "value")
select 'founder', "id" from "users"
where "position" = 'owner' and (select count(*) from "businesses") = 1
  and not exists (select 1 from "users" as "admin" where "admin"."role" = 'admin')
order by "created_at", "id" limit 1;
