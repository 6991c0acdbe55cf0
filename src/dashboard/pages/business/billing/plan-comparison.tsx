import type { MarketingPlan as Plan } from '../../../../planner/model.ts';
import { formatMoney, formatNumber, formatRatio, formatRoundMoney } from '../../../data/format.ts';
import { planner as t } from '../../../messages/planner/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { Table } from '../../../ui/table.tsx';
import { roundEstimate } from './plan-labels.ts';

interface Row {
  name: keyof typeof t.metrics;
  format: (plan: Plan) => string;
}

const ROWS: Row[] = [
  { name: 'monthlyBudget', format: ({ budget }) => formatMoney(budget.monthly) },
  { name: 'cost', format: ({ budget }) => formatRoundMoney(budget.allocated) },
  { name: 'campaigns', format: ({ campaigns }) => formatNumber(campaigns.length) },
  { name: 'submissions', format: ({ forecast }) => formatNumber(forecast.completions) },
  { name: 'reach', format: ({ forecast }) => formatNumber(roundEstimate(forecast.reach)) },
  { name: 'value', format: ({ forecast }) => formatRoundMoney(roundEstimate(forecast.value)) },
  { name: 'roi', format: ({ forecast }) => (forecast.roi === null ? '–' : formatRatio(forecast.roi)) },
  { name: 'next100', format: ({ forecast }) => formatRoundMoney(forecast.next100.value) },
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
      title={t.comparison}
      actions={
        <Button isSmall onClick={onClear}>
          {t.clearComparison}
        </Button>
      }
    >
      <Table
        caption={t.comparison}
        items={ROWS}
        keyOf={({ name }) => name}
        columns={[
          { head: t.metric, cell: ({ name }) => t.metrics[name] },
          { head: t.savedPlan, isNumber: true, cell: ({ format }) => format(saved) },
          { head: t.currentPlan, isNumber: true, cell: ({ format }) => format(current) },
        ]}
      />
    </Card>
  );
}
