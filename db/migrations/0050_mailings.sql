CREATE TABLE `mail_cursors` (
	`business_id` text PRIMARY KEY NOT NULL,
	`event_sequence` integer NOT NULL,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `mail_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`business_id` text,
	`kind` text NOT NULL,
	`occasion` text NOT NULL,
	`data` text NOT NULL,
	`state` text NOT NULL,
	`skip_reason` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`error` text,
	`next_attempt_at` text,
	`claimed_by` text,
	`claimed_until` text,
	`sent_at` text,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "mail_outbox_state" CHECK("mail_outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'skipped')),
	CONSTRAINT "mail_outbox_skip_reason" CHECK("mail_outbox"."skip_reason" in ('noMailServer', 'optedOut', 'noRecipient'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_outbox_by_occasion` ON `mail_outbox` (`user_id`,`kind`,`occasion`);--> statement-breakpoint
CREATE INDEX `mail_outbox_by_business` ON `mail_outbox` (`business_id`,`created_at`,`id`) WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_by_state` ON `mail_outbox` (`business_id`,`state`,`created_at`,`id`) WHERE business_id is not null;--> statement-breakpoint
CREATE INDEX `mail_outbox_due` ON `mail_outbox` (`next_attempt_at`,`id`) WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX `mail_outbox_by_creation` ON `mail_outbox` (`created_at`);--> statement-breakpoint
CREATE TABLE `mail_preferences` (
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_enabled` integer NOT NULL,
	`source` text NOT NULL,
	`wording` text NOT NULL,
	`decided_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `kind`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "mail_preferences_source" CHECK("mail_preferences"."source" in ('account', 'unsubscribe', 'cli'))
);
--> statement-breakpoint
CREATE TABLE `mail_quiet_hours` (
	`user_id` text PRIMARY KEY NOT NULL,
	`quiet_from` text NOT NULL,
	`quiet_to` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
-- Only events from now on cause mails.
insert into mail_cursors (business_id, event_sequence) select id, event_sequence from businesses;
--> statement-breakpoint
-- Totals of the mails of each business (see db/schema/counters.ts).
create trigger mails_tally_insert after insert on mail_outbox when new.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
--> statement-breakpoint
create trigger mails_tally_delete after delete on mail_outbox when old.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
end;
--> statement-breakpoint
create trigger mails_tally_update after update of state on mail_outbox when new.state <> old.state and new.business_id is not null begin
  insert into tallies (scope, list, facet, total) values
    (old.business_id, 'mails', old.state, -1)
    on conflict (scope, list, facet) do update set total = tallies.total + -1;
  insert into tallies (scope, list, facet, total) values
    (new.business_id, 'mails', new.state, 1)
    on conflict (scope, list, facet) do update set total = tallies.total + 1;
end;
