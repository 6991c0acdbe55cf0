import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Action } from '../../../../library/model.ts';
import type { ActionPrice } from '../../../../reference/pricing-model.ts';
import { api, send } from '../../../data/api.ts';
import { fromDollars } from '../../../data/currency.ts';
import { formatLabel, formatMoney } from '../../../data/format.ts';
import { useResource } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { formatText, IN_LANGUAGE } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge } from '../../../ui/components.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { findAlternative, GOALS, recommendActions, roundReward } from './campaign-goals.ts';

/** The size of the library. */
const MAX_ACTIONS = 107;
const MAX_EFFORT_FOR_EASY = 1;
const MIN_EFFORT_FOR_HARD = 4;

interface ActionPickerProps {
  selected: Action | undefined;
  /** Called with the typical reward, if the library has one and the business a rate to state it in its currency. */
  onSelect: (action: Action, suggestedReward: number | undefined) => void;
}

/** Chooses an action: recommended ones for a goal, or any of the library by platform. */
export function ActionPicker({ selected, onSelect }: ActionPickerProps) {
  const goal = useSignal<string>(GOALS[0].value);
  // Together, because a choice suggests the reward.
  const library = useResource(async abort => {
    const all = { query: { page: 1, perPage: MAX_ACTIONS, ...IN_LANGUAGE } };
    const [{ items }, { actions }] = await Promise.all([
      send(api.actions.get({ ...all, ...abort })),
      send(api.pricing.get(abort)),
    ]);
    return { items, prices: actions };
  }, []);
  const preselected = query.value.get('action');
  useEffect(() => {
    const action = library.data.value?.items.find(({ id }) => id === preselected);
    if (action && !selected) pick(action);
  }, [library.data.value]);
  const priceOf = (id: string) => library.data.value?.prices.find(({ actionId }) => actionId === id);
  const pick = (action: Action) => onSelect(action, toOwn(priceOf(action.id)?.suggestedReward?.typical));
  const renderOption = (action: Action, group: string) => (
    <ActionOption
      key={action.id}
      group={group}
      action={action}
      price={priceOf(action.id)}
      isChosen={selected?.id === action.id}
      onPick={pick}
    />
  );
  return (
    <Loaded resource={library} lines={6}>
      {({ items }) => {
        const recommended = recommendActions(items, goal.value);
        const isElsewhere = selected && !recommended.some(({ id }) => id === selected.id);
        return (
          <>
            <SelectField
              label={t.goal}
              value={goal}
              options={GOALS.map(({ value }) => ({ value, label: t.goals[value] }))}
              isRequired
            />
            <fieldset class="action-picker">
              <legend>{t.recommended}</legend>
              {recommended.map(action => renderOption(action, 'recommended'))}
            </fieldset>
            {isElsewhere && (
              <fieldset class="action-picker">
                <legend>{t.chosen}</legend>
                {renderOption(selected, 'chosen')}
              </fieldset>
            )}
            <details class="all-actions">
              <summary>{t.allActions}</summary>
              <PlatformActions items={items} renderOption={renderOption} onPick={pick} />
            </details>
          </>
        );
      }}
    </Loaded>
  );
}

interface PlatformActionsProps {
  items: Action[];
  renderOption: (action: Action, group: string) => ComponentChildren;
  onPick: (action: Action) => void;
}

/** The actions of one platform; those that it forbids to reward are apart, with an allowed one instead. */
function PlatformActions({ items, renderOption, onPick }: PlatformActionsProps) {
  const platform = useSignal('instagram');
  const search = useSignal('');
  const platforms = useComputed(() =>
    [...new Set(items.map(action => action.platform))].map(value => ({ value, label: formatLabel(value) })),
  );
  const found = items.filter(
    action =>
      action.platform === platform.value &&
      action.name.toLowerCase().includes(search.value.trim().toLowerCase()),
  );
  const allowed = found.filter(({ policy }) => policy !== 'forbidden');
  const forbidden = found.filter(({ policy }) => policy === 'forbidden');
  const label = formatLabel(platform.value);
  return (
    <>
      <div class="row">
        <SelectField label={t.platform} value={platform} options={platforms.value} isRequired />
        <TextField label={t.search} type="search" value={search} />
      </div>
      <fieldset class="action-picker">
        <legend class="visually-hidden">{formatText(t.actionsOn, { platform: label })}</legend>
        {allowed.map(action => renderOption(action, 'platform'))}
      </fieldset>
      {allowed.length === 0 && <p class="hint">{formatText(t.noneAllowed, { platform: label })}</p>}
      {forbidden.length > 0 && (
        <details class="forbidden-actions">
          <summary>{formatText(t.forbidden, { platform: label, count: forbidden.length })}</summary>
          <ul>
            {forbidden.map(action => (
              <ForbiddenAction
                key={action.id}
                action={action}
                alternative={findAlternative(items, action)}
                onPick={onPick}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface ForbiddenActionProps {
  action: Action;
  alternative: Action | undefined;
  onPick: (action: Action) => void;
}

function ForbiddenAction({ action, alternative, onPick }: ForbiddenActionProps) {
  return (
    <li>
      <strong>{action.name}</strong>
      <p class="hint">{action.policyNote}</p>
      <div class="actions">
        {alternative && (
          <Button isSmall onClick={() => onPick(alternative)}>
            {formatText(t.choose, { name: alternative.name })}
          </Button>
        )}
        <Button isSmall kind="quiet" onClick={() => onPick(action)}>
          {t.chooseAnyway}
        </Button>
      </div>
    </li>
  );
}

function toOwn(dollars: number | undefined): number | undefined {
  return dollars === undefined ? undefined : fromDollars(dollars);
}

interface ActionOptionProps {
  action: Action;
  /** The same action may be shown in two groups of radio buttons. */
  group: string;
  price: ActionPrice | undefined;
  isChosen: boolean;
  onPick: (action: Action) => void;
}

function ActionOption({ action, group, price, isChosen, onPick }: ActionOptionProps) {
  const { name, description, platform, policy, effort, policyNote } = action;
  const typical = toOwn(price?.suggestedReward?.typical);
  return (
    <label class="choice-card">
      <input type="radio" name={`action-${group}`} checked={isChosen} onChange={() => onPick(action)} />
      <span>
        <strong>{name}</strong>
        <span class="hint">{description}</span>
        <span class="tags">
          <Badge>{formatLabel(platform)}</Badge>
          {policy === 'forbidden' && <Badge tone="bad">{t.rewardsForbidden}</Badge>}
          {effort <= MAX_EFFORT_FOR_EASY && <Badge tone="good">{t.easy}</Badge>}
          {effort >= MIN_EFFORT_FOR_HARD && <Badge>{t.takesEffort}</Badge>}
          {typical !== undefined && (
            <Badge tone="info">{formatText(t.usually, { amount: formatMoney(roundReward(typical)) })}</Badge>
          )}
        </span>
        {isChosen && policy !== 'allowed' && <span class="hint">{policyNote}</span>}
      </span>
    </label>
  );
}
