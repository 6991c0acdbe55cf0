alter table "members" add column "unconfirmed_phone" text;
update "members" set "unconfirmed_phone" = "phone", "phone" = null where substr("member_id", 1, 4) = 'usr_';
