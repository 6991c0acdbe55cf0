import { type Signal, signal } from '@preact/signals';
import type { Goal, Tier } from '../../../programs/model.ts';
import type { Action } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { NumberField, SelectField, TextField } from '../../ui/field.tsx';

/** A tier or a goal as typed. */
export interface Line {
  key: number;
  name: Signal<string>;
  /** The points of a tier, the target of a goal. */
  amount: Signal<string>;
  /** The multiplier of a tier, the metric of a goal. */
  third: Signal<string>;
  reward: Signal<string>;
  /** As it stands on the server, with what this form does not know. */
  before: Tier | Goal | undefined;
}

let lastKey = 0;

export function lineOf(name = '', amount = '', third = '', before?: Tier | Goal, reward = ''): Line {
  lastKey += 1;
  return {
    key: lastKey,
    name: signal(name),
    amount: signal(amount),
    third: signal(third),
    reward: signal(reward),
    before,
  };
}

const METRICS = [
  { value: 'submissions', label: 'approved proof' },
  { value: 'points', label: 'points' },
  { value: 'spend', label: 'dollars spent' },
];

const WORDS = {
  tier: { title: 'Tiers', none: 'No tiers: everybody earns the same.', add: 'Add tier', third: '1' },
  goal: { title: 'Goals', none: 'No goals yet, such as ten visits.', add: 'Add goal', third: 'submissions' },
};

interface LinesProps {
  kind: keyof typeof WORDS;
  lines: Signal<Line[]>;
  save: Action<[]>;
}

/** Tiers or goals, each on a line of fields. */
export function TierGoalFields({ kind, lines, save }: LinesProps) {
  const { title, none, add, third } = WORDS[kind];
  const of = (index: number, field: string) => save.of(`rewards.${kind}s.${index}.${field}`);
  return (
    <Card
      title={title}
      actions={
        <Button
          isSmall
          icon="plus"
          onClick={() => {
            lines.value = [...lines.value, lineOf('', '', third)];
          }}
        >
          {add}
        </Button>
      }
    >
      {lines.value.length === 0 && <p class="hint">{none}</p>}
      {lines.value.map((line, index) => (
        <div key={line.key} class="line">
          <TextField label="Name" value={line.name} error={of(index, 'name')} isRequired />
          {kind === 'tier' ? (
            <>
              <NumberField
                label="From points"
                value={line.amount}
                error={of(index, 'threshold')}
                isRequired
              />
              <NumberField label="Points multiplier" value={line.third} error={of(index, 'multiplier')} />
            </>
          ) : (
            <>
              <NumberField label="Target" value={line.amount} error={of(index, 'target')} isRequired />
              <SelectField label="Measured in" value={line.third} options={METRICS} isRequired />
              <TextField label="Reward" value={line.reward} placeholder="A free cup" />
            </>
          )}
          <Button
            kind="quiet"
            icon="cross"
            label={`Remove ${line.name.value || kind}`}
            onClick={() => {
              lines.value = lines.value.filter(other => other !== line);
            }}
          />
        </div>
      ))}
    </Card>
  );
}
