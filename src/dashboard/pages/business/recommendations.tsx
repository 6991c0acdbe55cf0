import { useSignal } from '@preact/signals';
import type { Recommendation } from '../../../recommendations/model.ts';
import { api, call, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../ui/components.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

const SHOWN = { page: 1, perPage: 5 };
const TONES: Record<Recommendation['priority'], Tone> = { high: 'bad', medium: 'warn', low: 'neutral' };
const WORDS: Record<Recommendation['priority'], string> = {
  high: 'do this first',
  medium: 'worth doing',
  low: 'an idea',
};

/** What follows from the own numbers, and one button to do it. */
export function Recommendations() {
  const chosen = useSignal<Recommendation | undefined>(undefined);
  const list = useResource(
    abort => send(api.recommendations.get({ query: { ...SHOWN, ...tenant() }, ...abort })),
    [],
    { live: ['campaign.', 'submission.'] },
  );
  return (
    <Card title="Recommended">
      <Loaded
        resource={list}
        lines={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<p class="hint">No issues found.</p>}
      >
        {({ items }) => (
          <ul class="advice">
            {items.map(item => (
              <li key={item.id}>
                <div>
                  <p>
                    <strong>{item.title}</strong>{' '}
                    <Badge tone={TONES[item.priority]}>{WORDS[item.priority]}</Badge>
                  </p>
                  <p class="hint">{withoutApi(item.reason)}</p>
                </div>
                <Remedy
                  item={item}
                  onChoose={() => {
                    chosen.value = item;
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {chosen.value && (
        <Apply
          key={chosen.value.id}
          recommendation={chosen.value}
          onClose={() => {
            chosen.value = undefined;
          }}
          onDone={list.reload}
        />
      )}
    </Card>
  );
}

/** What waits for a review is reviewed by a person; everything else can be carried out as it is. */
function Remedy({ item, onChoose }: { item: Recommendation; onChoose: () => void }) {
  if (item.type === 'reviewBacklog') {
    return (
      <ButtonLink isSmall href="/dashboard/reviews">
        Review
      </ButtonLink>
    );
  }
  return (
    <Button isSmall onClick={onChoose}>
      Apply
    </Button>
  );
}

interface ApplyProps {
  recommendation: Recommendation;
  onClose: () => void;
  onDone: () => void;
}

function Apply({ recommendation, onClose, onDone }: ApplyProps) {
  const { title, reason, apply } = recommendation;
  const action = useAction(async () => {
    await call(apply.method, apply.path, { ...apply.body, ...tenant() });
    onClose();
    toast(apply.method === 'POST' ? 'Made as a draft; launch it when it looks right' : 'Done');
    onDone();
  });
  return (
    <Confirm title={`${title}?`} verb="Apply" action={action} onClose={onClose}>
      <p>{withoutApi(reason)}</p>
      <p class="hint">
        {apply.method === 'POST'
          ? 'It makes a draft, which nobody sees yet.'
          : 'It changes the campaign at once.'}
      </p>
    </Confirm>
  );
}

/** Reasons also tell programs where the sources are; people follow no such address. */
function withoutApi(reason: string): string {
  return reason.replaceAll(/ \((?:GET|POST) \/api[^)]*\)/g, '');
}
