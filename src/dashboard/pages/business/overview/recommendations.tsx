import type { Recommendation } from '../../../../recommendations/model.ts';
import { api, call } from '../../../data/api.ts';
import { formatLabel } from '../../../data/format.ts';
import { useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { recommendations as t } from '../../../messages/recommendations/index.ts';
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
    { ...TOP, ...tenantParams() },
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
                    <strong lang="en">{toReadableTitle(item.title)}</strong>{' '}
                    <Badge tone={TONES[item.priority]}>{t.priorities[item.priority]}</Badge>
                  </p>
                  <p class="hint" lang="en">
                    {stripApiReferences(item.reason)}
                  </p>
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
    title: `${toReadableTitle(title)}?`,
    submitLabel: t.applyThis,
    content: (
      <>
        <p>{stripApiReferences(reason)}</p>
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

/** Capitalizes the platform in the title of an idea, such as `Try tiktok: Film your visit`. */
function toReadableTitle(title: string): string {
  return title.replace(/^Try ([a-z]+):/, (_, platform: string) => `Try ${formatLabel(platform)}:`);
}

/** Removes API references, which are meant for API clients, from a reason. */
function stripApiReferences(reason: string): string {
  return reason
    .replaceAll(/ \((?:GET|POST) \/api[^)]*\)/g, '')
    .replace(
      /no campaign for ([a-z]+) yet/,
      (_, platform: string) => `no campaign for ${formatLabel(platform)} yet`,
    );
}
