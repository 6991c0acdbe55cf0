import { ACTION_TYPES } from '../model.ts';
import type { Check, ReferenceData, SeedAction } from '../seed-model.ts';
import { evaluateFormula, listUnitPrices } from './formula.ts';

const EXPECTED_ACTIONS = 107;
const EXPECTED_PLATFORMS = 15;
const MAX_EFFORT = 5;
/** Platforms that the product requires. */
const NAMED_PLATFORMS = ['instagram', 'google', 'tiktok'];
/** Values are rounded to the cent; the tolerance above half a cent is for binary fractions. */
const ROUNDING = 0.005_001;
/** Suggested rewards range from this share of the value to all of it: a product choice. */
const LOWEST_REWARD_SHARE = 0.25;
/** Activity on these platforms is not public, so no link can prove it. */
const PRIVATE_PLATFORMS = ['email', 'whatsapp'];
/** Reviews are priced with Google's search clicks, and links that leave a platform with Meta's, on every platform. */
const PRICE_DONORS = ['google', 'instagram'];

/** Checks the action library as a whole and each action in it. */
export function checkActions(data: ReferenceData, check: Check): void {
  const { actions } = data;
  const platforms = new Set(actions.map(action => action.platform));
  check(
    actions.length === EXPECTED_ACTIONS,
    'actions',
    `contains ${actions.length} actions instead of ${EXPECTED_ACTIONS}`,
  );
  check(
    platforms.size === EXPECTED_PLATFORMS,
    'actions',
    `covers ${platforms.size} platforms instead of ${EXPECTED_PLATFORMS}`,
  );
  for (const id of NAMED_PLATFORMS) check(platforms.has(id), 'actions', `platform ${id} is missing`);
  for (const type of ACTION_TYPES) {
    check(
      actions.some(action => action.type === type),
      'actions',
      `no action has the type ${type}`,
    );
  }
  for (let effort = 0; effort <= MAX_EFFORT; effort++) {
    check(
      actions.some(action => action.effort === effort),
      'actions',
      `no action has the effort ${effort}`,
    );
  }

  const seen = new Set<string>();
  for (const action of actions) {
    const where = `actions/${action.id}`;
    const name = `${action.platform}: ${action.name}`;
    check(!seen.has(action.id), where, 'the ID is used twice');
    check(!seen.has(name), where, `the name "${action.name}" is used twice on ${action.platform}`);
    seen.add(action.id).add(name);
    check(action.id.startsWith(`${action.platform}-`), where, `the ID must start with ${action.platform}-`);
    checkValue(action, where, data, check);
    checkPolicy(action, where, check);
    checkVerifiability(action, where, check);
  }
}

function checkValue(action: SeedAction, where: string, data: ReferenceData, check: Check): void {
  const { value, valueBasis, valueMethod, valueRange, valueConfidence } = action;
  const isPriced = valueMethod !== 'none-published';
  if (isPriced) {
    const computed = evaluateFormula(valueBasis);
    const outcome = computed === undefined ? 'cannot be parsed' : `evaluates to ${computed.toFixed(4)}`;
    const agrees = computed !== undefined && Math.abs(computed - value) <= ROUNDING;
    check(agrees, `${where}/value`, `the formula ${outcome}, but the value is ${value}`);
  }
  check(isPriced || value === 0, `${where}/value`, 'must be 0 if no figure was published');
  check(
    isPriced === (valueConfidence !== 'none'),
    `${where}/valueConfidence`,
    `cannot be ${valueConfidence}`,
  );
  check(/\[[a-z0-9-]+\]/.test(valueBasis), `${where}/valueBasis`, 'must cite a source');
  for (const { metric, value: price } of isPriced ? listUnitPrices(valueBasis) : []) {
    const donors = metric === 'cpc' ? [action.platform, ...PRICE_DONORS] : [action.platform];
    const published = donors.flatMap(id => [
      data.pricing.platforms[id]?.[metric]?.value,
      data.pricing.platforms[id]?.[metric]?.low,
    ]);
    check(published.includes(price), `${where}/valueBasis`, `${metric} ${price} does not match pricing.json`);
  }

  const { low, high, basis } = valueRange;
  check(low === null || low <= value, `${where}/valueRange`, `low ${low} is above the value ${value}`);
  check(high === null || high >= value, `${where}/valueRange`, `high ${high} is below the value ${value}`);
  check(
    (low === null && high === null) === (basis === null),
    `${where}/valueRange`,
    'figures and basis must be present together',
  );
}

function checkPolicy(action: SeedAction, where: string, check: Check): void {
  const { policy, rewardable, rewardableNote, suggestedReward, value, assetValue } = action;
  const isForbidden = policy === 'forbidden';
  check(!(isForbidden && rewardable), `${where}/rewardable`, 'a forbidden action cannot be rewardable');
  const isSwitchedOff = !isForbidden && !rewardable;
  check(
    isSwitchedOff === (rewardableNote !== undefined),
    `${where}/rewardableNote`,
    'must be present for disabled actions only',
  );
  check(
    rewardable === (suggestedReward !== null),
    `${where}/suggestedReward`,
    'must be present for rewardable actions only',
  );
  if (suggestedReward === null) return;

  const { low, high, highWithLicence } = suggestedReward;
  const isLow = Math.abs(low - value * LOWEST_REWARD_SHARE) <= ROUNDING;
  check(isLow, `${where}/suggestedReward`, `low ${low} is not a quarter of the value ${value}`);
  check(high === value, `${where}/suggestedReward`, `high ${high} is not the value ${value}`);
  const licensed =
    highWithLicence === null || Math.abs(value + (assetValue ?? 0) - highWithLicence) <= ROUNDING;
  check(
    licensed,
    `${where}/suggestedReward`,
    `highWithLicence ${highWithLicence} is not the sum of value and assetValue`,
  );
}

/** Checks the parts of the verifiability rule (see model.ts) that follow from other fields. */
function checkVerifiability(
  { platform, proofTypes, verifiability }: SeedAction,
  where: string,
  check: Check,
): void {
  const hasPublicLink = proofTypes.includes('url') && !PRIVATE_PLATFORMS.includes(platform);
  check(
    verifiability !== 'assisted' || hasPublicLink,
    `${where}/verifiability`,
    'assisted requires a public link as proof',
  );
  check(
    verifiability !== 'manual' || !hasPublicLink,
    `${where}/verifiability`,
    "can't be manual if the proof is a public link",
  );
}
