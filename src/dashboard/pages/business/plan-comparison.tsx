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
  { name: 'Monthly budget', of: ({ budget }) => formatMoney(budget.monthly) },
  { name: 'Allocated', of: ({ budget }) => formatMoney(budget.allocated) },
  { name: 'Campaigns', of: ({ campaigns }) => formatNumber(campaigns.length) },
  { name: 'Approved submissions', of: ({ forecast }) => formatNumber(forecast.completions) },
  { name: 'People reached', of: ({ forecast }) => formatNumber(forecast.reach) },
  { name: 'Estimated value', of: ({ forecast }) => formatMoney(forecast.value) },
  { name: 'Return', of: ({ forecast }) => (forecast.roi === null ? '–' : formatShare(forecast.roi)) },
  { name: 'Value of an extra $100', of: ({ forecast }) => formatMoney(forecast.next100.value) },
];

interface ComparisonProps {
  saved: Plan;
  current: Plan;
  onClear: () => void;
}

/** Compares two plans. */
export function Comparison({ saved, current, onClear }: ComparisonProps) {
  return (
    <Card
      title="Plan comparison"
      actions={
        <Button isSmall onClick={onClear}>
          Clear comparison
        </Button>
      }
    >
      <Table
        caption="Plan comparison"
        items={ROWS}
        keyOf={({ name }) => name}
        columns={[
          { head: 'Metric', cell: ({ name }) => name },
          { head: 'Saved plan', isNumber: true, cell: ({ of }) => of(saved) },
          { head: 'Current plan', isNumber: true, cell: ({ of }) => of(current) },
        ]}
      />
    </Card>
  );
}
