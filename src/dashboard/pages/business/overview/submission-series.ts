import type { Statistics } from '../../../../statistics/model.ts';
import { formatState } from '../../../ui/components.tsx';
import type { ChartSeries } from '../../../ui/day-chart.tsx';

/** Returns the submissions per day by status, stacked: each bar covers the lower part of the one before. */
export function getSubmissionSeries(days: Statistics['days']): ChartSeries[] {
  return [
    { name: formatState('pending'), color: 'info', values: days.map(day => day.submissions), isBar: true },
    {
      name: formatState('rejected'),
      color: 'bad',
      values: days.map(day => day.approved + day.rejected),
      isBar: true,
    },
    { name: formatState('approved'), color: 'accent', values: days.map(day => day.approved), isBar: true },
  ];
}
