import { INFLUENCER_STATUSES } from '../../../../../db/enums.ts';
import type { Influencer } from '../../../../influencers/model.ts';
import { api, send } from '../../../data/api.ts';
import { readAll } from '../../../data/csv.ts';
import { formatLabel, formatMoney, formatPercent, formatRoundMoney } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { PLATFORM_OPTIONS } from '../../../data/platforms.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { hasPermission, tenantParams } from '../../../data/session.ts';
import { influencers as t } from '../../../messages/influencers/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { QuerySelect } from '../../../ui/query-select.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { INFLUENCER_STATUS_TONES, toInfluencerRows } from './influencer-labels.ts';

/** The currency of published prices. */
const PUBLISHED = 'USD';

const InfluencerDialog = lazyComponent(() => import('./influencer-form.tsx'));

const FOLLOWER_STEPS = [1_000, 10_000, 100_000, 1_000_000];

function readFilters() {
  const getParam = (name: string) => query.value.get(name) || undefined;
  const minFollowers = Number(getParam('minFollowers'));
  return {
    search: getParam('q'),
    platform: getParam('platform'),
    status: enumQuery('status', INFLUENCER_STATUSES),
    minFollowers: Number.isInteger(minFollowers) && minFollowers > 0 ? minFollowers : undefined,
  };
}

/** Lists influencers with the suggested price per post. */
export default function Influencers() {
  const filters = readFilters();
  const list = useRead(
    api.influencers.get,
    { ...filters, ...pageQuery(), ...tenantParams() },
    { live: ['influencer.'] },
  );
  const isFiltered = Object.values(filters).some(value => value !== undefined);
  const edit = (influencer?: Influencer) =>
    openDialog(close => <InfluencerDialog influencer={influencer} onClose={close} onSaved={list.reload} />);
  const canWrite = hasPermission('influencers');
  return (
    <ListPage
      title={t.title}
      intro={t.intro}
      call={{ operation: 'listInfluencers', values: { ...filters, ...tenantParams() } }}
      create={canWrite ? { label: t.add, onClick: () => edit() } : undefined}
      actions={<ExportButton name="influencers" read={readRows} />}
      filters={(isFiltered || (list.data.value?.pagination.total ?? 0) > 0) && <Filters />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'star',
        title: isFiltered ? t.noMatch : t.none,
        children: isFiltered ? (
          <Button onClick={() => setQuery({ q: null, platform: null, minFollowers: null, status: null })}>
            {t.clearFilters}
          </Button>
        ) : (
          <p>{t.noneHow}</p>
        ),
      }}
    >
      {items => (
        <div class="cards-list">
          {items.map(influencer => (
            <InfluencerCard
              key={influencer.id}
              influencer={influencer}
              canWrite={canWrite}
              onChanged={list.reload}
              onEdit={() => edit(influencer)}
            />
          ))}
        </div>
      )}
    </ListPage>
  );
}

function Filters() {
  const platforms = [{ value: '', label: t.allPlatforms }, ...PLATFORM_OPTIONS];
  const statuses = INFLUENCER_STATUSES.map(value => ({ value, label: t.statuses[value] }));
  const followers = FOLLOWER_STEPS.map(count => ({
    value: String(count),
    label: formatText(t.orMore, { followers: formatText(t.followers, { count }) }),
  }));
  return (
    <search class="review-filters">
      <SearchBox label={t.search} />
      <QuerySelect
        name="status"
        label={t.status}
        options={[{ value: '', label: t.anyStatus }, ...statuses]}
      />
      <QuerySelect name="platform" label={t.platform} options={platforms} />
      <QuerySelect
        name="minFollowers"
        label={t.followersLabel}
        options={[{ value: '', label: t.anyFollowers }, ...followers]}
      />
    </search>
  );
}

/** Returns the influencers that match the filters, in the format that the import reads. */
async function readRows() {
  const filters = { ...readFilters(), ...tenantParams() };
  return toInfluencerRows(
    await readAll(paging => send(api.influencers.get({ query: { ...filters, ...paging } }))),
  );
}

interface InfluencerCardProps {
  influencer: Influencer;
  canWrite: boolean;
  onChanged: () => void;
  onEdit: () => void;
}

function InfluencerCard({ influencer, canWrite, onChanged, onEdit }: InfluencerCardProps) {
  const { id, name, email, status, niches, country, engagementRate, suggestedPrices, notes } = influencer;
  const setStatus = useAction(async (to: Influencer['status']) => {
    await send(api.influencers({ id }).put({ status: to }));
    toast(formatText(t.statusSet, { name, status: t.statuses[to] }));
    onChanged();
  });
  const remove = () =>
    openForm({
      title: formatText(t.deleteTitle, { name }),
      submitLabel: t.delete,
      isDanger: true,
      content: t.deleteHow,
      run: async () => {
        await send(api.influencers({ id }).delete());
        toast(formatText(t.deleted, { name }));
        onChanged();
      },
    });
  const about = [
    country,
    engagementRate === null ? null : formatText(t.engagement, { rate: formatPercent(engagementRate) }),
  ].filter(Boolean);
  return (
    <Card>
      <div class="card-head">
        <div>
          <h2>{name}</h2>
          <p>
            <Badge tone={INFLUENCER_STATUS_TONES[status]}>{t.statuses[status]}</Badge>
          </p>
          <p class="hint">
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          {about.length > 0 && <p class="hint">{about.join(' · ')}</p>}
        </div>
        {canWrite && (
          <ActionMenu
            label={formatText(t.actionsFor, { name })}
            actions={[
              { label: t.edit, icon: RARE_ICONS.edit, onClick: onEdit },
              ...INFLUENCER_STATUSES.filter(to => to !== status).map(to => ({
                label: formatText(t.setTo, { status: t.statuses[to] }),
                onClick: () => void setStatus.run(to),
              })),
              { label: t.delete, icon: RARE_ICONS.trash, isDanger: true, onClick: remove },
            ]}
          />
        )}
      </div>
      <FormError error={setStatus.error.value} />
      {niches.length > 0 && (
        <p class="tags">
          {niches.map(niche => (
            <Badge key={niche}>{niche}</Badge>
          ))}
        </p>
      )}
      <ul class="plain-list">
        {suggestedPrices.map(price => (
          <AccountLine key={`${price.platform}${price.handle}`} price={price} />
        ))}
      </ul>
      <Rates influencer={influencer} />
      {notes && <p class="note-text">{notes}</p>}
    </Card>
  );
}

/** Published prices that differ by more than this factor give no typical price. */
const MAX_SPREAD = 10;

function AccountLine({ price }: { price: Influencer['suggestedPrices'][number] }) {
  return (
    <li>
      <strong>{formatLabel(price.platform)}</strong> {price.handle} ·{' '}
      {formatText(t.followers, { count: price.followers })}
      <br />
      {price.typical === null ? (
        <span class="hint">{t.noPrices}</span>
      ) : (
        <span>
          {(price.high ?? 0) > MAX_SPREAD * (price.low ?? 0) ? (
            t.pricesDiffer
          ) : (
            <RichText
              text={formatText(t.typical, { price: formatRoundMoney(roundPrice(price.typical), PUBLISHED) })}
            />
          )}{' '}
          <span class="hint">{describeSource(price)}</span>
        </span>
      )}
    </li>
  );
}

function describeSource({ low, high, source }: Influencer['suggestedPrices'][number]): string {
  const range = `${formatRoundMoney(low ?? 0, PUBLISHED)}–${formatRoundMoney(high ?? 0, PUBLISHED)}`;
  return source
    ? formatText(t.publishedBy, { range, publisher: source.publisher, year: source.year })
    : formatText(t.published, { range });
}

/** Rounds an estimate to two digits, because the published prices allow no more. */
function roundPrice(dollars: number): number {
  return Number(dollars.toPrecision(2));
}

function Rates({ influencer: { rateCard } }: { influencer: Influencer }) {
  if (rateCard.length === 0) return null;
  const rates = rateCard.map(({ platform, format, price, currency }) => {
    const amount = formatMoney(price, currency);
    return formatText(t.rate, {
      amount,
      format: format === 'post' ? t.formats.post : format,
      platform: formatLabel(platform),
    });
  });
  return <p>{formatText(t.asksFor, { rates: rates.join(', ') })}</p>;
}
