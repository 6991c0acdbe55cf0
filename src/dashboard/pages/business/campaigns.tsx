import { type Signal, useSignal } from '@preact/signals';
import type { Campaign } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDate, formatLabel, formatMoney, formatReward, plural } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { navigate } from '../../data/router.ts';
import { tenantParams } from '../../data/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { StateBadge } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { FormError } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { DeleteDraftDialog, duplicateCampaign } from './campaign-actions.tsx';
import { CampaignFilters, readCampaignFilters } from './campaign-filters.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../ui/owner-style.ts');

type BulkState = 'active' | 'paused' | 'ended';

/** Lists the business's campaigns, with actions for one or several of them. */
export default function Campaigns() {
  const filters = { ...readCampaignFilters(), ...pageQuery(), ...tenantParams() };
  const { state, platform, q, sort, page } = filters;
  const selected = useSignal<string[]>([]);
  const list = useResource(
    abort => send(api.campaigns.get({ query: filters, ...abort })),
    [state, platform, q, sort, page],
    { live: ['campaign.', 'submission.'] },
  );
  const isFiltered = !!(state || platform || q);
  return (
    <ListPage
      title="Campaigns"
      call={{ operation: 'listCampaigns', values: filters }}
      create={{ label: 'Create campaign', href: '/dashboard/campaigns/new' }}
      filters={<CampaignFilters />}
      isFiltered={isFiltered}
      resource={list}
      empty={{
        icon: 'megaphone',
        title: isFiltered
          ? state && !q
            ? `No ${state} campaigns`
            : 'No matching campaigns'
          : 'No campaigns yet',
        children: !isFiltered && <p>A campaign defines what customers post and the reward they get.</p>,
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
      caption="Campaigns"
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: campaign => <NameCell campaign={campaign} selected={selected} /> },
        { head: 'State', cell: ({ state }) => <StateBadge state={state} /> },
        { head: 'Platform', cell: ({ platform }) => formatLabel(platform) },
        { head: 'Reward', cell: ({ reward }) => formatReward(reward) },
        { head: 'Pending', isNumber: true, cell: ({ stats }) => stats.pending },
        { head: 'Approved', isNumber: true, cell: ({ stats }) => stats.approved },
        {
          head: 'Budget left',
          isNumber: true,
          cell: ({ budget }) => (budget ? formatMoney(budget.remaining) : 'No limit'),
        },
        { head: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
        { head: 'Actions', isMenu: true, cell: campaign => <RowMenu campaign={campaign} /> },
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
        aria-label={`Select ${name}`}
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
  const isDeleting = useSignal(false);
  const change = useAction(async (to: 'active' | 'paused') => {
    await send(api.campaigns.put({ id, state: to, ...tenantParams() }));
    toast(to === 'paused' ? 'Campaign paused' : 'Campaign resumed');
  });
  const duplicate = useAction(() => duplicateCampaign(id));
  const open = (path: string) => () => navigate(`/dashboard/campaigns/${id}${path}`);
  return (
    <>
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          state !== 'ended' && { label: 'Edit', icon: RARE_ICONS.edit, onClick: open('/edit') },
          state === 'draft' && { label: 'Launch', onClick: open('?launch') },
          state === 'active' && { label: 'Pause', onClick: () => void change.run('paused') },
          state === 'paused' && { label: 'Resume', onClick: () => void change.run('active') },
          { label: 'Duplicate', icon: 'copy', onClick: () => void duplicate.run() },
          state !== 'draft' && {
            label: 'Preview as customer',
            icon: RARE_ICONS.external,
            onClick: () => void globalThis.open(`/campaigns/${id}`, '_blank', 'noopener'),
          },
          state === 'draft' && {
            label: 'Delete draft',
            icon: RARE_ICONS.trash,
            isDanger: true,
            onClick: () => {
              isDeleting.value = true;
            },
          },
        ]}
      />
      <FormError error={change.error.value ?? duplicate.error.value} />
      {isDeleting.value && (
        <DeleteDraftDialog
          campaign={campaign}
          onClose={() => {
            isDeleting.value = false;
          }}
        />
      )}
    </>
  );
}

const BULK_LABELS: Record<BulkState, { button: string; done: string }> = {
  active: { button: 'Resume', done: 'resumed' },
  paused: { button: 'Pause', done: 'paused' },
  ended: { button: 'End', done: 'ended' },
};

/** The actions for the selected campaigns; those whose state does not allow the change are counted. */
function BulkActions({ items, selected }: SelectionProps) {
  const ids = items.map(({ id }) => id).filter(id => selected.value.includes(id));
  const isEnding = useSignal(false);
  const change = useAction(async (state: BulkState) => {
    const { items: results } = await send(api.campaigns.bulk.post({ ids, state, ...tenantParams() }));
    const done = results.filter(({ ok }) => ok).length;
    const skipped = results.length - done;
    selected.value = [];
    isEnding.value = false;
    const note = skipped === 0 ? '' : `. ${plural(skipped, 'campaign')} can't be ${BULK_LABELS[state].done}.`;
    toast(`${plural(done, 'campaign')} ${BULK_LABELS[state].done}${note}`);
  });
  const end = useAction(() => change.run('ended'));
  if (ids.length === 0) return null;
  return (
    <div class="bulk-bar" role="toolbar" aria-label="Selected campaigns">
      <strong>{plural(ids.length, 'campaign')} selected</strong>
      <Button isSmall busy={change.isBusy} onClick={() => void change.run('paused')}>
        Pause
      </Button>
      <Button isSmall busy={change.isBusy} onClick={() => void change.run('active')}>
        Resume
      </Button>
      <Button
        isSmall
        kind="danger"
        onClick={() => {
          isEnding.value = true;
        }}
      >
        End
      </Button>
      <Button
        isSmall
        kind="quiet"
        onClick={() => {
          selected.value = [];
        }}
      >
        Clear selection
      </Button>
      <FormError error={change.error.value} />
      {isEnding.value && (
        <ConfirmDialog
          title={`End ${plural(ids.length, 'campaign')}?`}
          confirmLabel="End campaigns"
          isDanger
          action={end}
          onClose={() => {
            isEnding.value = false;
          }}
        >
          <p>
            Ended campaigns can't be resumed. Pending submissions can still be reviewed, and rewards remain
            valid.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
