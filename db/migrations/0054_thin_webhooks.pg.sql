alter table "webhooks" add column "is_thin" bigint not null default 0;
