import type { Event as BusinessEvent } from '../../../../events/model.ts';
import type { ListedSubmission } from '../../../../submissions/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { useResource } from '../../../data/resource.ts';
import { caller, tenantParams } from '../../../data/session.ts';
import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, DetailList } from '../../../ui/components.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { listUserNames } from '../shared/user-names.ts';

const MAX_EVENTS = 20;

/** Events without a label of their own are shown by their type. */
type Labeled = keyof typeof t.events;

/** Shows how a submission was decided, by whom, and what happened to its reward. */
export default function ReviewHistory({ submission }: { submission: ListedSubmission }) {
  const { id, rejectionCode, reason, reward } = submission;
  const history = useResource(
    async abort => {
      const query = { page: 1, perPage: MAX_EVENTS, resourceId: id, ...tenantParams() };
      const [events, users] = await Promise.all([
        send(api.events.get({ query, ...abort })),
        listUserNames(abort),
      ]);
      return { events: events.items, users };
    },
    [id],
  );
  return (
    <Card title={t.history}>
      <DetailList
        items={[
          rejectionCode !== null && [t.rejectionReason, t.rejections[rejectionCode]],
          reason !== null && [t.messageName, reason],
          reward != null && [
            t.reward,
            `${formatReward(reward)}, ${shell.states[reward.status] ?? reward.status}`,
          ],
        ]}
      />
      <Loaded resource={history} lines={2}>
        {({ events, users }) => (
          <ol class="history">
            {events.map(event => (
              <li key={event.id}>
                <strong>{t.events[event.type as Labeled] ?? event.type}</strong>{' '}
                {describeActor(event, submission, users)}{' '}
                <span class="hint">
                  <RelativeTime at={event.createdAt} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  );
}

function describeActor(
  { actor }: BusinessEvent,
  { userId, customer }: ListedSubmission,
  users: Map<string, string>,
): string {
  if (actor.kind === 'apiKey') return t.byApi;
  if (actor.kind === 'system') return t.automatically;
  if (actor.id === caller.value?.user.id) return t.byYou;
  const name = users.get(actor.id) ?? (actor.id === userId ? customer?.name : null);
  return name ? formatText(t.by, { name }) : t.byTeam;
}
