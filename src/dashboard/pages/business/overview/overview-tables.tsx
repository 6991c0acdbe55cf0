import type { Statistics } from '../../../../statistics/model.ts';
import { formatLabel, formatMoney, formatNumber, formatRatio } from '../../../data/format.ts';
import type { Period } from '../../../data/period.ts';
import { overview as t } from '../../../messages/overview/index.ts';
import { Card } from '../../../ui/components.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toRecords } from './overview-period.tsx';

type Totals = Statistics['totals'];
type CampaignFigures = Statistics['campaigns'][number];
type PlatformFigures = Statistics['platforms'][number];

const MAX_ROWS = 10;
/** Returns the columns of results; each figure links to the records that it counts. */
function toResultColumns<T extends Totals>(
  period: Period,
  getFilters: (row: T) => Record<string, string>,
): Column<T>[] {
  const figure = (head: string, cell: Column<T>['cell']): Column<T> => ({ head, isNumber: true, cell });
  const toApproved = (row: T) => toRecords('submissions', period, { ...getFilters(row), status: 'approved' });
  return [
    figure(t.submissions, row => (
      <a href={toRecords('submissions', period, getFilters(row))}>{formatNumber(row.submissions)}</a>
    )),
    figure(t.approved, row => <a href={toApproved(row)}>{formatNumber(row.approved)}</a>),
    figure(t.approvalRate, row => (row.approvalRate === null ? '–' : formatRatio(row.approvalRate))),
    figure(t.cost, row => (
      <a href={toRecords('rewards', period, getFilters(row))}>{formatMoney(row.cost)}</a>
    )),
    figure(t.valueShort, row => <a href={toApproved(row)}>{formatMoney(row.value)}</a>),
  ];
}

function listResultHeads(): string[] {
  return [t.submissions, t.approved, t.rejected, t.approvalRate, t.cost, t.redeemed, t.estimatedValue];
}

function toResultCells({ submissions, approved, rejected, approvalRate, cost, redeemed, value }: Totals) {
  return [submissions, approved, rejected, approvalRate, cost, redeemed, value];
}

interface TableProps<T> {
  items: T[];
  period: Period;
}

export function CampaignTable({ items, period }: TableProps<CampaignFigures>) {
  const readRows = () => [
    [t.campaign, ...listResultHeads(), t.costPerApproval],
    ...items.map(row => [row.name, ...toResultCells(row), row.costPerApproval]),
  ];
  return (
    <Card
      title={t.byCampaign}
      actions={<ExportButton name={`campaigns-${period.from}-${period.to}`} isSmall read={readRows} />}
    >
      <Table
        caption={t.resultsByCampaign}
        isCompact
        isWide
        items={items.slice(0, MAX_ROWS)}
        keyOf={({ campaignId }) => campaignId}
        columns={[
          {
            head: t.campaign,
            cell: ({ campaignId, name }) => <a href={`/dashboard/campaigns/${campaignId}`}>{name}</a>,
          },
          ...toResultColumns<CampaignFigures>(period, ({ campaignId }) => ({ campaignId })),
          { head: t.costPerApproval, isNumber: true, cell: row => formatMoney(row.costPerApproval) },
        ]}
      />
    </Card>
  );
}

export function PlatformTable({ items, period }: TableProps<PlatformFigures>) {
  const readRows = () => [
    [t.platform, ...listResultHeads()],
    ...items.map(row => [formatLabel(row.platform), ...toResultCells(row)]),
  ];
  return (
    <Card
      title={t.byPlatform}
      actions={<ExportButton name={`platforms-${period.from}-${period.to}`} isSmall read={readRows} />}
    >
      <Table
        caption={t.resultsByPlatform}
        isCompact
        isWide
        items={items}
        keyOf={({ platform }) => platform}
        columns={[
          {
            head: t.platform,
            cell: ({ platform }) => (
              <a href={`/dashboard/campaigns?platform=${platform}`}>{formatLabel(platform)}</a>
            ),
          },
          ...toResultColumns<PlatformFigures>(period, ({ platform }) => ({ platform })),
        ]}
      />
    </Card>
  );
}
