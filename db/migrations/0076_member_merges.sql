CREATE TABLE `member_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`program_id` text NOT NULL,
	`business_id` text NOT NULL,
	`from_key` text NOT NULL,
	`from_reference` text NOT NULL,
	`into_key` text NOT NULL,
	`into_reference` text NOT NULL,
	`from_status` text NOT NULL,
	`from_enrolled_by_person` integer NOT NULL,
	`from_phone_confirmed` integer NOT NULL,
	`from_last_activity_at` text,
	`into_last_activity_at` text,
	`filled` text NOT NULL,
	`submission_count` integer NOT NULL,
	`other_visits` integer NOT NULL,
	`other_redeemed_cents` integer NOT NULL,
	`goals` text NOT NULL,
	`into_goals` text NOT NULL,
	`is_final` integer DEFAULT false NOT NULL,
	`actor_kind` text NOT NULL,
	`actor_id` text NOT NULL,
	`created_at` text NOT NULL,
	`undone_at` text,
	FOREIGN KEY (`program_id`) REFERENCES `programs`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`business_id`) REFERENCES `businesses`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`into_key`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "member_merges_status" CHECK("member_merges"."from_status" in ('active', 'suspended', 'left'))
);
--> statement-breakpoint
CREATE INDEX `member_merges_by_from` ON `member_merges` (`from_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `member_merges_by_into` ON `member_merges` (`into_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `member_merges_by_reference` ON `member_merges` (`program_id`,`from_reference`);--> statement-breakpoint
CREATE TABLE `merged_records` (
	`merge_id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	PRIMARY KEY(`merge_id`, `kind`, `record_id`),
	FOREIGN KEY (`merge_id`) REFERENCES `member_merges`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "merged_records_kind" CHECK("merged_records"."kind" in ('activity', 'cashback', 'visit', 'shopOrder', 'redemption', 'refund', 'adjustment', 'referrer', 'referee', 'reward', 'submission', 'inboundOrder'))
);
--> statement-breakpoint
ALTER TABLE `members` ADD `merged_into` text REFERENCES members(id);--> statement-breakpoint
CREATE INDEX `members_by_merge` ON `members` (`merged_into`,`id`) WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX `cashback_redemptions_by_member` ON `cashback_redemptions` (`member_key`);--> statement-breakpoint
CREATE INDEX `cashback_refunds_by_member` ON `cashback_refunds` (`member_key`);--> statement-breakpoint
CREATE INDEX `submissions_by_other_member` ON `submissions` (`member_id`) WHERE member_id <> user_id;
--> statement-breakpoint
create trigger cashbacks_tally_move after update of member_key on cashbacks when new.member_key <> old.member_key begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'cashbacks', old.status, -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'cashbacks', new.status, 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger visits_tally_move after update of member_key on visits when new.member_key <> old.member_key begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'visits', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'visits', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
--> statement-breakpoint
create trigger shop_orders_tally_move after update of member_key on shop_orders when new.member_key <> old.member_key begin
  insert into tallies (scope, list, facet, total) values (old.member_key, 'shopOrders', 'all', -1)
    on conflict (scope, list, facet) do update set total = total + -1;
  insert into tallies (scope, list, facet, total) values (new.member_key, 'shopOrders', 'all', 1)
    on conflict (scope, list, facet) do update set total = total + 1;
end;
