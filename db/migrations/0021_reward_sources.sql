ALTER TABLE `rewards` ADD `source` text DEFAULT 'submission' NOT NULL;--> statement-breakpoint
-- Until now a reward without a submission came from a redeemed perk, and nothing else.
update rewards set source = 'perk' where submission_id is null and campaign_id is null;
