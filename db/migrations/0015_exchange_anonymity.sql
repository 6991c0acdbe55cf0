ALTER TABLE `perks` ADD `change_sequence` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `perks_by_change` ON `perks` (`change_sequence`);
--> statement-breakpoint
-- What was recorded before the exchange kept its traders apart is scrubbed. Deliveries hold no copy of an event.
-- No log keeps a caller or a request of another business.
update events set actor_kind = 'system', actor_id = 'exchange', request_id = null
where exists (
  select 1 from users where users.id = events.actor_id and users.business_id <> events.business_id
  union all
  select 1 from api_keys where api_keys.id = events.actor_id and api_keys.business_id <> events.business_id
);
--> statement-breakpoint
-- Nor, of orders and trades, that of a person who trades on their own.
update events set actor_kind = 'system', actor_id = 'exchange', request_id = null
where family = 'exchange' and (type like 'exchange.order.%' or type = 'exchange.trade.executed')
  and actor_kind <> 'system'
  and not exists (
    select 1 from users
    where users.id = events.actor_id and (users.role = 'admin' or users.business_id = events.business_id)
    union all
    select 1 from api_keys where api_keys.id = events.actor_id and api_keys.business_id = events.business_id
    union all
    select 1 from exchange_orders
    where exchange_orders.id = events.resource_id and exchange_orders.owner_id = events.business_id
      and events.type = 'exchange.order.created'
  );
--> statement-breakpoint
-- An order of anybody else keeps its place in the log, but not its id, its owner or its clientOrderId.
update events set resource_id = json_extract(data, '$.object.perkId'),
  data = json_set(data, '$.object.id', null, '$.object.userId', null, '$.object.clientOrderId', null)
where family = 'exchange' and type like 'exchange.order.%'
  and not exists (
    select 1 from exchange_orders
    where exchange_orders.id = events.resource_id and exchange_orders.owner_id = events.business_id
  );
--> statement-breakpoint
update events set data = json_set(
  data,
  '$.object.buyOrderId', (
    select id from exchange_orders
    where id = json_extract(events.data, '$.object.buyOrderId') and owner_id = events.business_id
  ),
  '$.object.sellOrderId', (
    select id from exchange_orders
    where id = json_extract(events.data, '$.object.sellOrderId') and owner_id = events.business_id
  )
)
where family = 'exchange' and type = 'exchange.trade.executed';
--> statement-breakpoint
-- A business that redeemed a perk is the holder of its rewards, not the person or key that enrolled it.
update rewards set user_id = coalesce(
  (select business_id from users where users.id = rewards.user_id),
  (select business_id from api_keys where api_keys.id = rewards.user_id)
)
where submission_id is null and campaign_id is null
  and user_id in (
    select id from users where business_id is not null union all select id from api_keys
  );
--> statement-breakpoint
update events set data = json_set(
  data, '$.object.userId', (select user_id from rewards where rewards.id = events.resource_id)
)
where family = 'reward' and exists (
  select 1 from rewards
  where rewards.id = events.resource_id and rewards.user_id <> json_extract(events.data, '$.object.userId')
);
