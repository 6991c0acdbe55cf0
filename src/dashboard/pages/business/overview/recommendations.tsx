import type { Recommendation } from '../../../../recommendations/model.ts';
import { api, call } from '../../../data/api.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { recommendations as t } from '../../../messages/recommendations/index.ts';
import { IN_LANGUAGE } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../../ui/components.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

const TOP = { page: 1, perPage: 5 };
const TONES: Record<Recommendation['priority'], Tone> = { high: 'bad', medium: 'warn', low: 'neutral' };

/** Recommendations based on the business's own data, each with a button to apply it. */
export function Recommendations() {
  const list = useRead(
    api.recommendations.get,
    { ...TOP, ...IN_LANGUAGE, ...tenantParams() },
    { live: ['campaign.', 'submission.'] },
  );
  return (
    <Card title={t.title}>
      <Loaded
        resource={list}
        lines={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<p class="hint">{t.none}</p>}
      >
        {({ items }) => (
          <ul class="recommendations">
            {items.map(item => (
              <li key={item.id}>
                <div>
                  <p>
                    <strong>{item.title}</strong>{' '}
                    <Badge tone={TONES[item.priority]}>{t.priorities[item.priority]}</Badge>
                  </p>
                  <p class="hint">{item.reason}</p>
                </div>
                <RecommendationAction item={item} onApplied={list.reload} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

/** A review backlog links to the reviews; everything else can be applied directly. */
function RecommendationAction({ item, onApplied }: { item: Recommendation; onApplied: () => void }) {
  if (item.type === 'reviewBacklog') {
    return (
      <ButtonLink isSmall href="/dashboard/reviews">
        {t.review}
      </ButtonLink>
    );
  }
  return (
    <Button isSmall onClick={() => applyItem(item, onApplied)}>
      {item.apply.method === 'POST' ? t.createDraft : t.apply}
    </Button>
  );
}

/** Applies a recommendation, after confirmation. */
function applyItem({ title, reason, apply }: Recommendation, onApplied: () => void): void {
  openForm({
    title: `${title}?`,
    submitLabel: t.applyThis,
    content: (
      <>
        <p>{reason}</p>
        <p class="hint">{apply.method === 'POST' ? t.draftHow : t.changeHow}</p>
      </>
    ),
    run: async () => {
      await call(apply.method, apply.path, { ...apply.body, ...tenantParams() });
      toast(apply.method === 'POST' ? t.draftCreated : t.applied);
      onApplied();
    },
  });
}
