import type { MarketingPlan as Plan } from '../../../planner/model.ts';
import { formatMoney, formatNumber, formatRatio, formatRoundMoney } from '../../data/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { Table } from '../../ui/table.tsx';
import { roundEstimate } from './plan-labels.ts';

interface Row {
  name: string;
  format: (plan: Plan) => string;
}

const ROWS: Row[] = [
  { name: 'Monthly budget', format: ({ budget }) => formatMoney(budget.monthly) },
  { name: 'Cost per month', format: ({ budget }) => formatRoundMoney(budget.allocated) },
  { name: 'Campaigns', format: ({ campaigns }) => formatNumber(campaigns.length) },
  { name: 'Expected submissions', format: ({ forecast }) => formatNumber(forecast.completions) },
  { name: 'Expected reach', format: ({ forecast }) => formatNumber(roundEstimate(forecast.reach)) },
  { name: 'Estimated value', format: ({ forecast }) => formatRoundMoney(roundEstimate(forecast.value)) },
  { name: 'Return', format: ({ forecast }) => (forecast.roi === null ? '–' : formatRatio(forecast.roi)) },
  { name: 'Value of a larger budget', format: ({ forecast }) => formatRoundMoney(forecast.next100.value) },
];

interface ComparisonProps {
  saved: Plan;
  current: Plan;
  onClear: () => void;
}

/** Compares two plans. */
export function PlanComparison({ saved, current, onClear }: ComparisonProps) {
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
          { head: 'Saved plan', isNumber: true, cell: ({ format }) => format(saved) },
          { head: 'Current plan', isNumber: true, cell: ({ format }) => format(current) },
        ]}
      />
    </Card>
  );
}
