import { type Signal, useSignal } from '@preact/signals';
import type { Campaign } from '../../../../campaigns/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate, formatLabel, formatMoney, formatReward } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { campaigns as t } from '../../../messages/campaigns/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, StateBadge } from '../../../ui/components.tsx';
import { ListPage } from '../../../ui/list-page.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { FormError } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { deleteDraft } from './campaign-actions.tsx';
import { CampaignFilters, readCampaignFilters } from './campaign-filters.tsx';
import { duplicateCampaign } from './duplicate-campaign.ts';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

type BulkState = 'active' | 'paused' | 'ended';

/** Lists the business's campaigns, with actions for one or several of them. */
export default function Campaigns() {
  const filters = { ...readCampaignFilters(), ...pageQuery(), ...tenantParams() };
  const { state, platform, q } = filters;
  const selected = useSignal<string[]>([]);
  const list = useRead(api.campaigns.get, filters, { live: ['campaign.', 'submission.'] });
  const isFiltered = !!(state || platform || q);
  return (
    <ListPage
      title={t.title}
      call={{ operation: 'listCampaigns', values: filters }}
      csvPath="/campaigns"
      create={{ label: t.create, href: '/dashboard/campaigns/new' }}
      filters={<CampaignFilters />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'megaphone',
        title: isFiltered ? (state && !q ? t.noneIn[state] : t.noMatch) : t.none,
        children: !isFiltered && <p>{t.noneHow}</p>,
      }}
    >
      {items => (
        <div class="campaign-list">
          <BulkActions items={items} selected={selected} />
          <CampaignTable items={items} selected={selected} />
        </div>
      )}
    </ListPage>
  );
}

interface SelectionProps {
  items: Campaign[];
  /** IDs of the selected campaigns; those of other pages are ignored. */
  selected: Signal<string[]>;
}

function CampaignTable({ items, selected }: SelectionProps) {
  return (
    <Table
      caption={t.title}
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: t.name, cell: campaign => <NameCell campaign={campaign} selected={selected} /> },
        {
          head: t.state,
          cell: ({ state, policyChange }) => (
            <>
              <StateBadge state={state} />
              {policyChange?.acknowledgedAt === null && <Badge tone="bad">{t.rulesChanged}</Badge>}
            </>
          ),
        },
        { head: t.platform, isWide: true, cell: ({ platform }) => formatLabel(platform) },
        { head: t.reward, cell: ({ reward }) => formatReward(reward) },
        { head: t.pending, isNumber: true, cell: ({ stats }) => stats.pending },
        { head: t.approved, isNumber: true, cell: ({ stats }) => stats.approved },
        {
          head: t.budgetLeft,
          isNumber: true,
          isWide: true,
          cell: ({ budget }) => (budget ? formatMoney(budget.remaining) : t.noLimit),
        },
        { head: t.created, isWide: true, cell: ({ createdAt }) => formatDate(createdAt) },
        { head: t.actions, isMenu: true, cell: campaign => <RowMenu campaign={campaign} /> },
      ]}
    />
  );
}

/** The link covers the whole row; the checkbox and the menu are above it. */
function NameCell({ campaign: { id, name }, selected }: { campaign: Campaign; selected: Signal<string[]> }) {
  const isSelected = selected.value.includes(id);
  return (
    <span class="name-cell">
      <input
        type="checkbox"
        aria-label={formatText(t.select, { name })}
        checked={isSelected}
        onChange={() => {
          selected.value = isSelected
            ? selected.value.filter(other => other !== id)
            : [...selected.value, id];
        }}
      />
      <a class="row-link" href={`/dashboard/campaigns/${id}`}>
        {name}
      </a>
    </span>
  );
}

function RowMenu({ campaign }: { campaign: Campaign }) {
  const { id, name, state } = campaign;
  const change = useAction(async (to: 'active' | 'paused') => {
    await send(api.campaigns.put({ id, state: to, ...tenantParams() }));
    toast(to === 'paused' ? t.paused : t.resumed);
  });
  const duplicate = useAction(() => duplicateCampaign(id, t.draftCreated));
  const open = (path: string) => () => navigate(`/dashboard/campaigns/${id}${path}`);
  return (
    <>
      <ActionMenu
        label={formatText(t.actionsFor, { name })}
        actions={[
          state !== 'ended' && { label: t.edit, icon: RARE_ICONS.edit, onClick: open('/edit') },
          state === 'draft' && { label: t.launch, onClick: open('?launch') },
          state === 'active' && { label: t.pause, onClick: () => void change.run('paused') },
          state === 'paused' && { label: t.resume, onClick: () => void change.run('active') },
          { label: t.duplicate, icon: 'copy', onClick: () => void duplicate.run() },
          state !== 'draft' && {
            label: t.preview,
            icon: RARE_ICONS.external,
            onClick: () => void globalThis.open(`/campaigns/${id}`, '_blank', 'noopener'),
          },
          state === 'draft' && {
            label: t.deleteDraft,
            icon: RARE_ICONS.trash,
            isDanger: true,
            onClick: () => deleteDraft(campaign),
          },
        ]}
      />
      <FormError error={change.error.value ?? duplicate.error.value} />
    </>
  );
}

/** The actions for the selected campaigns; those whose state does not allow the change are counted. */
function BulkActions({ items, selected }: SelectionProps) {
  const ids = items.map(({ id }) => id).filter(id => selected.value.includes(id));
  const apply = async (state: BulkState) => {
    const { items: results } = await send(api.campaigns.bulk.post({ ids, state, ...tenantParams() }));
    const done = results.filter(({ ok }) => ok).length;
    const skipped = results.length - done;
    selected.value = [];
    const note = skipped === 0 ? '' : formatText(t.bulkSkipped[state], { count: skipped });
    toast(formatText(t.bulkDone[state], { count: done }) + note);
  };
  const change = useAction(apply);
  const end = () =>
    openForm({
      title: formatText(t.endMany, { count: ids.length }),
      submitLabel: t.endCampaigns,
      isDanger: true,
      content: t.endManyHow,
      run: () => apply('ended'),
    });
  if (ids.length === 0) return null;
  return (
    <div class="bulk-bar" role="toolbar" aria-label={t.selectedCampaigns}>
      <strong>{formatText(t.selected, { count: ids.length })}</strong>
      <Button isSmall busy={change.isBusy} onClick={() => void change.run('paused')}>
        {t.pause}
      </Button>
      <Button isSmall busy={change.isBusy} onClick={() => void change.run('active')}>
        {t.resume}
      </Button>
      <Button isSmall kind="danger" onClick={end}>
        {t.end}
      </Button>
      <Button
        isSmall
        kind="quiet"
        onClick={() => {
          selected.value = [];
        }}
      >
        {t.clearSelection}
      </Button>
      <FormError error={change.error.value} />
    </div>
  );
}
