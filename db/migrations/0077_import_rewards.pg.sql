alter table "imported_members" add column "spend_cents" bigint default 0 not null;
--> statement-breakpoint
alter table "imported_members" add column "reward_ids" text default '[]' not null;
--> statement-breakpoint
alter table "imports" add column "spend_cents" bigint default 0 not null;
--> statement-breakpoint
alter table "imports" add column "rewards" bigint default 0 not null;
