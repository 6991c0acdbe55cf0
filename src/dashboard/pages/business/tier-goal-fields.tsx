import { type Signal, signal } from '@preact/signals';
import type { Goal, Tier } from '../../../programs/model.ts';
import type { Action } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { NumberField, SelectField, TextField } from '../../ui/field.tsx';
import { createPrize, describePrize, type Prize, PrizeFields } from './prize-fields.tsx';
import { type AskToRemove, TermRow } from './term-row.tsx';

/** Form state of a tier or goal. */
export interface TierGoalRow {
  key: number;
  name: Signal<string>;
  /** A tier's points or a goal's target. */
  amount: Signal<string>;
  /** A tier's multiplier or a goal's metric. */
  multiplierOrMetric: Signal<string>;
  prize: Prize;
  /** Whether a goal starts again after each completion: yes or no. */
  repeats: Signal<string>;
  /** The saved record, including fields this form doesn't edit. */
  savedRecord: Tier | Goal | undefined;
  /** Whether members may have earned toward it. */
  isSaved: boolean;
}

let lastKey = 0;

export function createTierGoalRow(
  name = '',
  amount = '',
  third = '',
  before?: Tier | Goal,
  isSaved = before !== undefined,
): TierGoalRow {
  lastKey += 1;
  return {
    key: lastKey,
    name: signal(name),
    amount: signal(amount),
    multiplierOrMetric: signal(third),
    prize: createPrize((before as Goal | undefined)?.reward),
    repeats: signal((before as Goal | undefined)?.repeats ? 'yes' : 'no'),
    savedRecord: before,
    isSaved,
  };
}

export function createGoalRow(goal: Goal, isSaved = true): TierGoalRow {
  return createTierGoalRow(goal.name, String(goal.target), goal.metric, goal, isSaved);
}

const METRICS = [
  { value: 'submissions', label: 'Approved submissions' },
  { value: 'points', label: 'Points' },
  { value: 'spend', label: 'Amount spent' },
  { value: 'visits', label: 'Visits' },
];
/** A stamp card, to add with one click and adapt. */
const STAMP_CARD: Goal = {
  name: '10th coffee free',
  target: 10,
  metric: 'visits',
  repeats: true,
  reward: { type: 'item', name: 'Coffee' },
};
const REPEATS = [
  { value: 'no', label: 'Once' },
  { value: 'yes', label: 'Again and again' },
];

const TEXTS = {
  tier: {
    title: 'Tiers',
    none: 'No tiers yet. All members earn at the same rate.',
    add: 'Add tier',
    third: '1',
  },
  goal: {
    title: 'Stamp cards and goals',
    none: 'None yet. A stamp card gives something after a number of visits; goals can also count posts, points or dollars.',
    add: 'Add goal',
    third: 'submissions',
  },
};

interface TierGoalFieldsProps {
  kind: keyof typeof TEXTS;
  rows: Signal<TierGoalRow[]>;
  save: Action<[]>;
  onRemove: AskToRemove;
}

/** Says what a tier or goal asks for and gives. */
function describeRow(kind: keyof typeof TEXTS, row: TierGoalRow): string {
  const { amount, multiplierOrMetric, repeats, prize } = row;
  if (amount.value === '') return '';
  if (kind === 'tier') {
    const rate = multiplierOrMetric.value;
    return `From ${amount.value} points${rate && rate !== '1' ? `, ${rate} times the points` : ''}`;
  }
  const unit = METRICS.find(({ value }) => value === multiplierOrMetric.value)?.label.toLowerCase();
  const again = repeats.value === 'yes' ? ', again and again' : '';
  return [`${amount.value} ${unit}${again}`, describePrize(prize)].filter(Boolean).join(' → ');
}

/** Edits tiers or goals, one row each. */
export function TierGoalFields({ kind, rows, save, onRemove }: TierGoalFieldsProps) {
  const { title, none, add, third } = TEXTS[kind];
  const addRow = (row: TierGoalRow) => {
    rows.value = [...rows.value, row];
  };
  const of = (index: number, field: string) => save.fieldError(`rewards.${kind}s.${index}.${field}`);
  return (
    <Card
      title={title}
      actions={
        <span class="row-actions">
          {kind === 'goal' && (
            <Button isSmall icon="plus" onClick={() => addRow(createGoalRow(STAMP_CARD, false))}>
              Add stamp card
            </Button>
          )}
          <Button isSmall icon="plus" onClick={() => addRow(createTierGoalRow('', '', third))}>
            {add}
          </Button>
        </span>
      }
    >
      {rows.value.length === 0 && <p class="hint">{none}</p>}
      {rows.value.map((line, index) => (
        <TermRow
          key={line.key}
          name={line.name.value}
          noun={kind}
          summary={describeRow(kind, line)}
          isSaved={line.isSaved}
          isRefused={save.error.value !== undefined}
          onRemove={() =>
            onRemove(line.name.value, line.isSaved, () => {
              rows.value = rows.value.filter(other => other !== line);
            })
          }
        >
          <TextField label="Name" value={line.name} error={of(index, 'name')} isRequired />
          {kind === 'tier' ? (
            <>
              <NumberField
                label="Minimum points"
                value={line.amount}
                error={of(index, 'threshold')}
                isRequired
              />
              <NumberField
                label="Points multiplier"
                value={line.multiplierOrMetric}
                error={of(index, 'multiplier')}
              />
            </>
          ) : (
            <>
              <NumberField label="Target" value={line.amount} error={of(index, 'target')} isRequired />
              <SelectField label="Measured in" value={line.multiplierOrMetric} options={METRICS} isRequired />
              <SelectField label="Can be completed" value={line.repeats} options={REPEATS} isRequired />
              <PrizeFields prize={line.prize} errorOf={field => of(index, `reward.${field}`)} allowsPromise />
            </>
          )}
        </TermRow>
      ))}
    </Card>
  );
}
