ALTER TABLE `programs` ADD `auto_credit_limit_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `order_value_confirmed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What a person approved before counts as confirmed: the amount was credited by their decision.
update submissions set order_value_confirmed = 1
  where status = 'approved' and order_value_cents is not null and reviewed_by not in ('jobs', 'verification');
