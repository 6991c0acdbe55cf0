CREATE TABLE `verification_results` (
	`provider` text NOT NULL,
	`id` text NOT NULL,
	`submission_id` text NOT NULL,
	`result` text NOT NULL,
	`score` real,
	`evidence` text,
	`received_at` text NOT NULL,
	PRIMARY KEY(`provider`, `id`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "verification_results_result" CHECK("verification_results"."result" in ('verified', 'failed', 'inconclusive'))
);
--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`event_id` text NOT NULL,
	`type` text NOT NULL,
	`sample` text,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`response_status` integer,
	`response_body` text,
	`error` text,
	`duration_ms` integer,
	`timeline` text NOT NULL,
	`next_attempt_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deliveries_status" CHECK("deliveries"."status" in ('pending', 'succeeded', 'failed', 'abandoned'))
);
--> statement-breakpoint
CREATE INDEX `deliveries_by_webhook` ON `deliveries` (`webhook_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_webhook_status` ON `deliveries` (`webhook_id`,`status`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_event` ON `deliveries` (`webhook_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`webhook_id`,`next_attempt_at`,`id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_waiting` ON `deliveries` (`created_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_by_creation` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`business_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`disabled_reason` text,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`removed_at` text,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "webhooks_status" CHECK("webhooks"."status" in ('active', 'disabled')),
	CONSTRAINT "webhooks_disabled_reason" CHECK("webhooks"."disabled_reason" in ('manual', 'failures', 'gone'))
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_business` ON `webhooks` (`business_id`,`created_at`,`id`) WHERE removed_at is null;
--> statement-breakpoint
-- Totals of deliveries, for their list and for health (see 0001_tallies).
create trigger deliveries_tally_insert after insert on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1),
    ('*', 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger deliveries_tally_delete after delete on deliveries begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1),
    ('*', 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
end;
--> statement-breakpoint
create trigger deliveries_tally_update after update of status on deliveries when new.status <> old.status begin
  insert into tallies (scope, list, facet, total) values
    (old.webhook_id, 'deliveries', old.status, -1),
    ('*', 'deliveries', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.webhook_id, 'deliveries', new.status, 1),
    ('*', 'deliveries', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
