import { ACTION_TYPES, type ActionType, POLICIES } from '../model.ts';
import { type Check, METRICS, type ReferenceData, type SeedAction } from '../seed-model.ts';
import { toSlug } from '../text.ts';

const MIN_INDUSTRIES = 14;
const MAX_INDUSTRIES = 20;
const OVERALL = 'all';
const ROUNDING = 0.005_001;

/** Checks that the other tables are complete and consistent with the actions and each other. */
export function checkTables(data: ReferenceData, check: Check): void {
  const platforms = new Set(data.actions.map(action => action.platform));
  checkBenchmarks(data, platforms, check);
  checkPricing(data, platforms, check);
  checkLegal(data, platforms, check);
  checkAlternatives(data, check);
  checkAliases(data, platforms, check);
  checkSynonyms(data, check);
}

function checkPlatforms(
  listed: Record<string, unknown>,
  platforms: Set<string>,
  where: string,
  check: Check,
): void {
  for (const id of platforms) check(Object.hasOwn(listed, id), where, `platform ${id} is missing`);
  for (const id of Object.keys(listed)) check(platforms.has(id), where, `platform ${id} has no action`);
}

function checkBenchmarks({ benchmarks, pricing }: ReferenceData, platforms: Set<string>, check: Check): void {
  const { industries } = benchmarks;
  const isCount = industries.length >= MIN_INDUSTRIES && industries.length <= MAX_INDUSTRIES;
  check(
    isCount,
    'benchmarks/industries',
    `contains ${industries.length} industries instead of ${MIN_INDUSTRIES} to ${MAX_INDUSTRIES}`,
  );
  check(
    new Set(industries.map(({ id }) => id)).size === industries.length,
    'benchmarks/industries',
    'contains a duplicate ID',
  );
  check(
    industries.some(({ id }) => id === OVERALL),
    'benchmarks/industries',
    `${OVERALL} is missing`,
  );
  for (const industry of industries) {
    const where = `benchmarks/industries/${industry.id}`;
    checkPlatforms(industry.platforms, platforms, where, check);
    checkFractions(industry, where, check);
    if (industry.id !== OVERALL) continue;
    for (const [platform, metrics] of Object.entries(industry.platforms)) {
      for (const metric of METRICS.filter(each => each === 'cpm' || each === 'cpc')) {
        const [shown, priced] = [
          metrics[metric]?.value,
          pricing.platforms[platform]?.[metric]?.value ?? undefined,
        ];
        check(
          shown === priced,
          `${where}/${platform}/${metric}`,
          `is ${shown}, but pricing.json has ${priced}`,
        );
      }
    }
  }
}

/** Checks that rates are fractions: 1.71% is 0.0171, so a rate above 1 has a misplaced decimal point. */
function checkFractions(node: unknown, where: string, check: Check): void {
  if (node === null || typeof node !== 'object') return;
  const { unit, value } = node as { unit?: unknown; value?: unknown };
  if (typeof unit === 'string' && unit.startsWith('fraction') && typeof value === 'number') {
    check(value >= 0 && value <= 1, where, `${value} is not a fraction`);
  }
  for (const [key, child] of Object.entries(node)) checkFractions(child, `${where}/${key}`, check);
}

function checkPricing({ pricing, actions }: ReferenceData, platforms: Set<string>, check: Check): void {
  checkPlatforms(pricing.platforms, platforms, 'pricing/platforms', check);
  for (const [platform, { types }] of Object.entries(pricing.platforms)) {
    for (const type of ACTION_TYPES) {
      const where = `pricing/platforms/${platform}/types/${type}`;
      const group = actions.filter(action => action.platform === platform && action.type === type);
      const stated = types[type];
      check(
        (stated === null) === (group.length === 0),
        where,
        'must be present if and only if the platform has such actions',
      );
      if (stated === null || group.length === 0) continue;
      const prices = group.map(action => action.value);
      const rewards = group.flatMap(action => action.suggestedReward ?? []);
      const expected = {
        actions: group.length,
        rewardable: group.filter(action => action.rewardable).length,
        'value/low': Math.min(...prices),
        'value/median': calculateMedian(prices),
        'value/high': Math.max(...prices),
        'suggestedReward/low': rewards.length === 0 ? null : Math.min(...rewards.map(({ low }) => low)),
        'suggestedReward/high': rewards.length === 0 ? null : Math.max(...rewards.map(({ high }) => high)),
      };
      const { value, suggestedReward } = stated;
      const shown: Record<keyof typeof expected, number | null> = {
        actions: stated.actions,
        rewardable: stated.rewardable,
        'value/low': value.low,
        'value/median': value.median,
        'value/high': value.high,
        'suggestedReward/low': suggestedReward?.low ?? null,
        'suggestedReward/high': suggestedReward?.high ?? null,
      };
      for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
        const [actual, computed] = [shown[key], expected[key]];
        check(
          isClose(actual, computed),
          `${where}/${key}`,
          `is ${actual}, but the actions result in ${computed}`,
        );
      }
      const sources = new Set(group.flatMap(action => action.valueSources));
      const isSame = sources.size === stated.sources.length && stated.sources.every(id => sources.has(id));
      check(isSame, `${where}/sources`, 'must match the sources of the actions');
    }
  }
}

function calculateMedian(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function isClose(a: number | null, b: number | null): boolean {
  return a === null || b === null ? a === b : Math.abs(a - b) <= ROUNDING;
}

function checkLegal({ legal, actions }: ReferenceData, platforms: Set<string>, check: Check): void {
  checkPlatforms(legal.platforms, platforms, 'legal/platforms', check);
  for (const [platform, { matrix }] of Object.entries(legal.platforms)) {
    for (const type of ACTION_TYPES) {
      const group = actions.filter(action => action.platform === platform && action.type === type);
      if (group.length > 0)
        checkMatrixCell(matrix[type], group, `legal/platforms/${platform}/matrix/${type}`, check);
    }
  }

  const ruleIds = legal.jurisdictions.flatMap(({ rules }) => rules.map(({ id }) => id));
  check(new Set(ruleIds).size === ruleIds.length, 'legal/jurisdictions', 'contains a duplicate rule ID');
  for (const { id, disclosureRule, rules } of legal.jurisdictions) {
    const where = `legal/jurisdictions/${id}/disclosureRule`;
    check(
      rules.some(rule => rule.id === disclosureRule),
      where,
      `rule ${disclosureRule} does not exist in this jurisdiction`,
    );
  }
  const { usableOn, notOn } = legal.neutralReviewRequest;
  for (const id of [
    ...usableOn,
    ...notOn,
    ...legal.disclosureTemplates.flatMap(notice => notice.platforms),
  ]) {
    check(platforms.has(id), 'legal', `platform ${id} has no action`);
  }
  for (const id of platforms) {
    for (const type of ACTION_TYPES) {
      const hasNotice = legal.disclosureTemplates.some(
        each => each.platforms.includes(id) && each.types.includes(type),
      );
      check(hasNotice, 'legal/disclosureTemplates', `no notice for ${type} on ${id}`);
    }
  }
}

/** Checks that a cell has the strictest policy of its actions and lists the others as exceptions. */
function checkMatrixCell(cell: MatrixCell, group: SeedAction[], where: string, check: Check): void {
  const strictest = POLICIES.findLast(policy => group.some(action => action.policy === policy));
  check(cell.status === strictest, where, `is ${cell.status}, but the strictest action is ${strictest}`);
  const milder = group.filter(action => action.policy !== strictest);
  check(cell.mixed === milder.length > 0, where, 'mixed must be true if and only if the actions differ');
  const isListed = milder.every(({ id, policy }) =>
    cell.exceptions.some(({ action, status }) => action === id && status === policy),
  );
  check(
    isListed && cell.exceptions.length === milder.length,
    where,
    'exceptions must list exactly the less strict actions',
  );
}

type MatrixCell = ReferenceData['legal']['platforms'][string]['matrix'][ActionType];

/** Checks that every action that must not be rewarded has an alternative that can be. */
function checkAlternatives({ legal, actions }: ReferenceData, check: Check): void {
  const byId = new Map(actions.map(action => [action.id, action]));
  for (const { id } of actions.filter(action => !action.rewardable)) {
    check(Object.hasOwn(legal.alternatives, id), `legal/alternatives/${id}`, 'is missing');
  }
  for (const [id, target] of Object.entries(legal.alternatives)) {
    check(
      byId.get(id)?.rewardable === false,
      `legal/alternatives/${id}`,
      'must be an action that must not be rewarded',
    );
    check(
      byId.get(target)?.rewardable === true,
      `legal/alternatives/${id}`,
      `alternative ${target} must be rewardable`,
    );
  }
  for (const [type, target] of Object.entries(legal.typeAlternatives)) {
    check(
      byId.get(target)?.rewardable === true,
      `legal/typeAlternatives/${type}`,
      `alternative ${target} must be rewardable`,
    );
  }
}

function checkAliases({ aliases, actions }: ReferenceData, platforms: Set<string>, check: Check): void {
  const byId = new Map(actions.map(action => [action.id, action]));
  for (const [name, platform] of Object.entries(aliases.platforms)) {
    const where = `aliases/platforms/${name}`;
    check(name === toSlug(name) && !platforms.has(name), where, 'must be a slug and not a platform');
    check(platforms.has(platform), where, `platform ${platform} has no action`);
  }
  for (const [alias, { actions: targets }] of Object.entries(aliases.actionTypes)) {
    check(alias === toSlug(alias), `aliases/actionTypes/${alias}`, 'must be a slug');
    for (const [platform, ids] of Object.entries(targets)) {
      const where = `aliases/actionTypes/${alias}/${platform}`;
      const isType = actions.some(action => action.platform === platform && action.type === alias);
      check(!isType, where, 'would never be used, because the platform has an action type of this name');
      for (const id of ids)
        check(byId.get(id)?.platform === platform, where, `${id} is not an action of ${platform}`);
    }
  }
}

function checkSynonyms({ synonyms, benchmarks }: ReferenceData, check: Check): void {
  const ids = new Set(benchmarks.industries.map(({ id }) => id));
  for (const [word, industry] of Object.entries(synonyms)) {
    check(word === toSlug(word), `synonyms/${word}`, 'must be a slug');
    check(ids.has(industry), `synonyms/${word}`, `industry ${industry} does not exist`);
    check(!ids.has(word) || word === industry, `synonyms/${word}`, 'must not be the ID of another industry');
  }
  for (const { id, aliases } of benchmarks.industries) {
    for (const alias of aliases) {
      const word = toSlug(alias);
      check((synonyms[word] ?? word) === id, `synonyms/${word}`, `must map to ${id}, as in benchmarks.json`);
    }
  }
}
