ALTER TABLE `influencers` ADD `status` text DEFAULT 'lead' NOT NULL CONSTRAINT "influencers_status" CHECK("status" in ('lead', 'contacted', 'active', 'inactive'));
