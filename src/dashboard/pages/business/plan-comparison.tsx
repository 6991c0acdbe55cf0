import type { MarketingPlan as Plan } from '../../../planner/model.ts';
import { formatMoney, formatNumber, formatShare } from '../../data/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { Table } from '../../ui/table.tsx';

interface Row {
  name: string;
  of: (plan: Plan) => string;
}

const ROWS: Row[] = [
  { name: 'Budget a month', of: ({ budget }) => formatMoney(budget.monthly) },
  { name: 'Spent by the plan', of: ({ budget }) => formatMoney(budget.allocated) },
  { name: 'Campaigns', of: ({ campaigns }) => formatNumber(campaigns.length) },
  { name: 'Approved proof', of: ({ forecast }) => formatNumber(forecast.completions) },
  { name: 'People reached', of: ({ forecast }) => formatNumber(forecast.reach) },
  { name: 'Worth', of: ({ forecast }) => formatMoney(forecast.value) },
  { name: 'Return', of: ({ forecast }) => (forecast.roi === null ? '–' : formatShare(forecast.roi)) },
  { name: '100 dollars more bring', of: ({ forecast }) => formatMoney(forecast.next100.value) },
];

interface ComparisonProps {
  kept: Plan;
  current: Plan;
  onForget: () => void;
}

/** Two plans side by side. */
export function Comparison({ kept, current, onForget }: ComparisonProps) {
  return (
    <Card
      title="Side by side"
      actions={
        <Button isSmall onClick={onForget}>
          Clear comparison
        </Button>
      }
    >
      <Table
        caption="Two plans"
        items={ROWS}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Figure', cell: ({ name }) => name },
          { head: 'Kept plan', isNumber: true, cell: ({ of }) => of(kept) },
          { head: 'This plan', isNumber: true, cell: ({ of }) => of(current) },
        ]}
      />
    </Card>
  );
}
