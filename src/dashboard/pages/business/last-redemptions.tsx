import type { Event as BusinessEvent } from '../../../events/model.ts';
import type { ListedReward } from '../../../rewards/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatReward, plural } from '../../data/format.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, caller, hasPermission, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, FormError, Loaded } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

type Actor = BusinessEvent['actor'];

const SHOWN = 8;
/** Redemptions of today that the total is calculated from. */
const MAX_TODAY = 100;
const BASE = { status: 'redeemed', sort: '-redeemedAt', page: 1 } as const;

/** Lists the latest redemptions of the business, newest first, below today's total. */
export function LastRedemptions() {
  const list = useResource(
    async abort => {
      if (businessId.value === null)
        return { rewards: [], actors: new Map<string, Actor>(), today: [], count: 0 };
      const redeemedFrom = new Date(new Date(Date.now()).setHours(0, 0, 0, 0)).toISOString();
      const [latest, today, events] = await Promise.all([
        send(
          api.rewards.get({
            query: { ...BASE, perPage: SHOWN, include: 'campaign,customer', ...tenantParams() },
            ...abort,
          }),
        ),
        send(
          api.rewards.get({
            query: { ...BASE, perPage: MAX_TODAY, redeemedFrom, ...tenantParams() },
            ...abort,
          }),
        ),
        listEvents(abort),
      ]);
      const actors = new Map(events.map(({ data, actor }) => [(data.object as ListedReward).id, actor]));
      return { rewards: latest.items, actors, today: today.items, count: today.pagination.total };
    },
    [],
    { live: hasPermission('view') ? ['reward.redeemed'] : [] },
  );
  return (
    <Card title="Recent redemptions">
      <Loaded
        resource={list}
        lines={3}
        isEmpty={({ rewards }) => rewards.length === 0}
        empty={<EmptyState icon="ticket" title="No redemptions yet" />}
      >
        {({ rewards, actors, today, count }) => (
          <>
            <p>{describeToday(today, count)}</p>
            <Redemptions rewards={rewards} actors={actors} onUndone={list.reload} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Lists the events of the latest redemptions, which name the user; the position counter can't read them. */
async function listEvents(abort: { fetch: { signal: AbortSignal } }): Promise<BusinessEvent[]> {
  if (!hasPermission('view')) return [];
  const query = { page: 1, perPage: SHOWN, type: 'reward.redeemed', ...tenantParams() };
  return (await send(api.events.get({ query, ...abort }))).items;
}

function describeToday(rewards: ListedReward[], count: number): string {
  if (count === 0) return 'Today: none yet';
  const total = rewards.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const isComplete = rewards.length === count;
  return `Today: ${plural(count, 'redemption')}, ${isComplete ? '' : 'more than '}${formatMoney(total)}`;
}

interface RedemptionsProps {
  rewards: ListedReward[];
  actors: Map<string, Actor>;
  onUndone: () => void;
}

function Redemptions({ rewards, actors, onUndone }: RedemptionsProps) {
  return (
    <Table
      caption="Recent redemptions"
      items={rewards}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Customer', cell: ({ customer }) => customer?.name ?? 'Customer' },
        { head: 'Campaign', cell: ({ campaign }) => campaign?.name ?? '–' },
        {
          head: 'Reward',
          isNumber: true,
          cell: reward => (reward.name ? formatReward(reward) : formatMoney(reward.amount)),
        },
        { head: 'Redeemed', cell: ({ redeemedAt }) => redeemedAt && <RelativeTime at={redeemedAt} /> },
        { head: 'Redeemed by', cell: ({ id }) => describeActor(actors.get(id)) },
        { head: 'Code', cell: ({ code }) => <code>{code}</code> },
        { head: 'Undo', cell: reward => <UndoButton reward={reward} onUndone={onUndone} /> },
      ]}
    />
  );
}

interface UndoProps {
  reward: ListedReward;
  onUndone: () => void;
}

/** Undoes a redemption at once; the code can then be redeemed again. A refusal, such as after the window, is shown. */
function UndoButton({ reward: { id, code, customer }, onUndone }: UndoProps) {
  const undo = useAction(async () => {
    await send(api.rewards.reinstate.post({ rewardId: id, ...tenantParams() }));
    toast(`Redemption undone: ${code} can be redeemed again`);
    onUndone();
  });
  return (
    <>
      <Button
        isSmall
        busy={undo.isBusy}
        label={`Undo ${customer?.name ?? code}`}
        onClick={() => void undo.run()}
      >
        Undo
      </Button>
      <FormError error={undo.error.value} />
    </>
  );
}

function describeActor(actor: Actor | undefined): string {
  if (!actor) return '–';
  if (actor.id === caller.value?.user.id) return 'You';
  return actor.kind === 'apiKey' ? 'API key' : 'Team member';
}
