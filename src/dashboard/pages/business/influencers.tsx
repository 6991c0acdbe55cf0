import { useSignal } from '@preact/signals';
import { INFLUENCER_STATUSES } from '../../../../db/enums.ts';
import type { Influencer } from '../../../influencers/model.ts';
import { api, send } from '../../data/api.ts';
import { readAll } from '../../data/csv.ts';
import { formatLabel, formatMoney, formatPercent, formatRoundMoney, plural } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { PLATFORM_OPTIONS } from '../../data/platforms.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, hasPermission, tenantParams } from '../../data/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { QuerySelect } from '../../ui/query-select.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { INFLUENCER_STATUS_LABELS, INFLUENCER_STATUS_TONES, toInfluencerRows } from './influencer-labels.ts';

/** The currency of published prices. */
const PUBLISHED = 'USD';

const InfluencerDialog = lazyComponent(() => import('./influencer-form.tsx'));

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  ...INFLUENCER_STATUSES.map(value => ({ value, label: INFLUENCER_STATUS_LABELS[value] })),
];
const FOLLOWER_STEPS = [1_000, 10_000, 100_000, 1_000_000];
const FOLLOWER_OPTIONS = [
  { value: '', label: 'Any number of followers' },
  ...FOLLOWER_STEPS.map(count => ({ value: String(count), label: `${plural(count, 'follower')} or more` })),
];

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
  const list = useResource(
    abort =>
      send(api.influencers.get({ query: { ...filters, ...pageQuery(), ...tenantParams() }, ...abort })),
    [JSON.stringify(filters), pageQuery().page, businessId.value],
    { live: ['influencer.'] },
  );
  const isFiltered = Object.values(filters).some(value => value !== undefined);
  /** The influencer in the form, or `new`. */
  const edited = useSignal<Influencer | 'new' | undefined>(undefined);
  const deleted = useSignal<Influencer | undefined>(undefined);
  const close = () => {
    edited.value = undefined;
    deleted.value = undefined;
  };
  const closeAndReload = () => {
    close();
    list.reload();
  };
  const canWrite = hasPermission('influencers');
  return (
    <>
      <ListPage
        title="Influencers"
        intro="Creators you work with, and what others pay for such posts."
        call={{ operation: 'listInfluencers', values: { ...filters, ...tenantParams() } }}
        create={
          canWrite
            ? {
                label: 'Add influencer',
                onClick: () => {
                  edited.value = 'new';
                },
              }
            : undefined
        }
        actions={<ExportButton name="influencers" read={readRows} />}
        filters={(isFiltered || (list.data.value?.pagination.total ?? 0) > 0) && <Filters />}
        isFiltered={isFiltered}
        resource={list}
        empty={{
          icon: 'star',
          title: isFiltered ? 'No influencers match the filters' : 'No influencers yet',
          children: isFiltered ? (
            <Button onClick={() => setQuery({ q: null, platform: null, minFollowers: null, status: null })}>
              Clear filters
            </Button>
          ) : (
            <p>Keep the creators you work with in one place, with their accounts, prices and your notes.</p>
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
                onEdit={() => {
                  edited.value = influencer;
                }}
                onDelete={() => {
                  deleted.value = influencer;
                }}
              />
            ))}
          </div>
        )}
      </ListPage>
      {edited.value && (
        <InfluencerDialog
          influencer={edited.value === 'new' ? undefined : edited.value}
          onClose={close}
          onSaved={closeAndReload}
        />
      )}
      {deleted.value && (
        <DeleteDialog influencer={deleted.value} onClose={close} onDeleted={closeAndReload} />
      )}
    </>
  );
}

function Filters() {
  const platforms = [{ value: '', label: 'All platforms' }, ...PLATFORM_OPTIONS];
  return (
    <search class="review-filters">
      <SearchBox label="Search name, email or handle" />
      <QuerySelect name="status" label="Status" options={STATUS_OPTIONS} />
      <QuerySelect name="platform" label="Platform" options={platforms} />
      <QuerySelect name="minFollowers" label="Followers" options={FOLLOWER_OPTIONS} />
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
  onDelete: () => void;
}

function InfluencerCard({ influencer, canWrite, onChanged, onEdit, onDelete }: InfluencerCardProps) {
  const { id, name, email, status, niches, country, engagementRate, suggestedPrices, notes } = influencer;
  const setStatus = useAction(async (to: Influencer['status']) => {
    await send(api.influencers({ id }).put({ status: to }));
    toast(`${name}: ${INFLUENCER_STATUS_LABELS[to]}`);
    onChanged();
  });
  const about = [
    country,
    engagementRate === null ? null : `${formatPercent(engagementRate)} engagement rate`,
  ].filter(Boolean);
  return (
    <Card>
      <div class="card-head">
        <div>
          <h2>{name}</h2>
          <p>
            <Badge tone={INFLUENCER_STATUS_TONES[status]}>{INFLUENCER_STATUS_LABELS[status]}</Badge>
          </p>
          <p class="hint">
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          {about.length > 0 && <p class="hint">{about.join(' · ')}</p>}
        </div>
        {canWrite && (
          <ActionMenu
            label={`Actions for ${name}`}
            actions={[
              { label: 'Edit', icon: RARE_ICONS.edit, onClick: onEdit },
              ...INFLUENCER_STATUSES.filter(to => to !== status).map(to => ({
                label: `Set to “${INFLUENCER_STATUS_LABELS[to]}”`,
                onClick: () => void setStatus.run(to),
              })),
              { label: 'Delete', icon: RARE_ICONS.trash, isDanger: true, onClick: onDelete },
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
      <strong>{formatLabel(price.platform)}</strong> {price.handle} · {plural(price.followers, 'follower')}
      <br />
      {price.typical === null ? (
        <span class="hint">No published prices for accounts of this size</span>
      ) : (
        <span>
          {(price.high ?? 0) > MAX_SPREAD * (price.low ?? 0) ? (
            'Published prices of a post differ widely'
          ) : (
            <>
              A post costs about <strong>{formatRoundMoney(roundPrice(price.typical), PUBLISHED)}</strong>
            </>
          )}{' '}
          <span class="hint">
            ({formatRoundMoney(price.low ?? 0, PUBLISHED)}–{formatRoundMoney(price.high ?? 0, PUBLISHED)}{' '}
            published
            {price.source && ` by ${price.source.publisher}, ${price.source.year}`})
          </span>
        </span>
      )}
    </li>
  );
}

/** Rounds an estimate to two digits, because the published prices allow no more. */
function roundPrice(dollars: number): number {
  return Number(dollars.toPrecision(2));
}

function Rates({ influencer: { rateCard } }: { influencer: Influencer }) {
  if (rateCard.length === 0) return null;
  const rates = rateCard.map(({ platform, format, price, currency }) => {
    const amount = formatMoney(price, currency);
    return `${amount} per ${format} on ${formatLabel(platform)}`;
  });
  return <p>Asks for {rates.join(', ')}</p>;
}

interface DeleteDialogProps {
  influencer: Influencer;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ influencer: { id, name }, onClose, onDeleted }: DeleteDialogProps) {
  const action = useAction(async () => {
    await send(api.influencers({ id }).delete());
    toast(`${name} deleted`);
    onDeleted();
  });
  return (
    <ConfirmDialog title={`Delete ${name}?`} confirmLabel="Delete" isDanger action={action} onClose={onClose}>
      <p>Accounts, prices and notes are deleted. Campaigns and submissions stay as they are.</p>
    </ConfirmDialog>
  );
}
