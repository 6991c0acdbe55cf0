import { type Signal, signal } from '@preact/signals';
import type { Goal, Tier } from '../../../../programs/model.ts';
import { formatMoney } from '../../../data/format.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import {
  listOptions,
  NumberField,
  parseNumber,
  SelectField,
  TextField,
  toNumberText,
} from '../../../ui/field.tsx';
import { createPrize, describePrize, type Prize, PrizeFields } from './prize-fields.tsx';
import { nameStampCard } from './program-presets.ts';
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
  return createTierGoalRow(goal.name, toNumberText(goal.target), goal.metric, goal, isSaved);
}

/** The visits for which a new stamp card gives a reward. */
const STAMPS = 10;
/** The initial value of the third field of a row. */
const THIRD_FIELDS = { tier: '1', goal: 'submissions' };
type Kind = keyof typeof THIRD_FIELDS;

/** Creates a stamp card, to add with one click and adapt. */
function createStampCard(): Goal {
  return {
    name: nameStampCard(STAMPS, t.coffee),
    target: STAMPS,
    metric: 'visits',
    repeats: true,
    reward: { type: 'item', name: t.coffee },
  };
}

interface TierGoalFieldsProps {
  kind: Kind;
  rows: Signal<TierGoalRow[]>;
  onRemove: AskToRemove;
}

/** Says what a tier or goal asks for and gives. */
function describeRow(kind: Kind, row: TierGoalRow): string {
  const { amount, multiplierOrMetric, repeats, prize } = row;
  if (amount.value === '') return '';
  if (kind === 'tier') {
    const rate = multiplierOrMetric.value;
    return rate && rate !== '1'
      ? formatText(t.fromPointsTimes, { points: amount.value, rate })
      : formatText(t.fromPoints, { points: amount.value });
  }
  const target = describeTarget(
    (multiplierOrMetric.value || 'submissions') as Metric,
    parseNumber(amount) ?? 0,
  );
  const again = repeats.value === 'yes' ? formatText(t.againAndAgain, { target }) : target;
  return [again, describePrize(prize)].filter(Boolean).join(' → ');
}

type Metric = keyof typeof t.metrics;

function describeTarget(metric: Metric, target: number): string {
  return metric === 'spend'
    ? formatText(t.spendTarget, { amount: formatMoney(target) })
    : formatText(t.targets[metric], { count: target });
}

/** Edits tiers or goals, one row each. */
export function TierGoalFields({ kind, rows, onRemove }: TierGoalFieldsProps) {
  const { title, none, add, new: unnamed } = kind === 'tier' ? t.tiers : t.goals;
  const addRow = (row: TierGoalRow) => {
    rows.value = [...rows.value, row];
  };
  return (
    <Card
      title={title}
      actions={
        <span class="row-actions">
          {kind === 'goal' && (
            <Button isSmall icon="plus" onClick={() => addRow(createGoalRow(createStampCard(), false))}>
              {t.addStampCard}
            </Button>
          )}
          <Button isSmall icon="plus" onClick={() => addRow(createTierGoalRow('', '', THIRD_FIELDS[kind]))}>
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
          unnamed={unnamed}
          summary={describeRow(kind, line)}
          isSaved={line.isSaved}
          path={`rewards.${kind}s.${index}`}
          onRemove={() =>
            onRemove(line.name.value, line.isSaved, () => {
              rows.value = rows.value.filter(other => other !== line);
            })
          }
        >
          <TextField label={t.name} value={line.name} name="name" isRequired />
          {kind === 'tier' ? (
            <>
              <NumberField label={t.minPoints} value={line.amount} name="threshold" isRequired />
              <NumberField label={t.multiplier} value={line.multiplierOrMetric} name="multiplier" />
            </>
          ) : (
            <>
              <NumberField label={t.target} value={line.amount} name="target" isRequired />
              <SelectField
                label={t.measuredIn}
                value={line.multiplierOrMetric}
                options={listOptions(t.metrics)}
                isRequired
              />
              <SelectField
                label={t.canBeCompleted}
                value={line.repeats}
                options={listOptions(t.repeats)}
                isRequired
              />
              <PrizeFields prize={line.prize} path="reward" allowsPromise />
            </>
          )}
        </TermRow>
      ))}
    </Card>
  );
}
