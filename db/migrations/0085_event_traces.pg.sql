alter table "events" add column "traceparent" text;
