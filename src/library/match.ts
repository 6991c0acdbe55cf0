import { memoize } from './memoize.ts';
import { ACTION_TYPES, type Action, type ActionType, POLICIES, type Policy } from './model.ts';
import type { ReferenceData } from './seed-model.ts';
import { findNearest, listSpellings, toSlug } from './text.ts';

/** A campaign's names, as typed. */
export interface MatchQuery {
  platform: string;
  actionType: string;
  /** A library entry, which narrows a broad action type. */
  actionId?: string | null;
}

/** The rule that determines the policy: an action's, or the legal matrix's if the library has no such action. */
export interface PolicyRule {
  policy: Policy;
  type: ActionType;
  action: Action | null;
  note: string;
  sourceIds: readonly string[];
}

export interface ActionMatch {
  /** Whether it is one of the library's platforms by its own name. */
  platformKnown: boolean;
  /** Whether the library has this action type there (for an unknown platform: anywhere). */
  actionKnown: boolean;
  /** The nearest known name of each unknown one; null if both are known. */
  nearest: { platform?: string; actionType?: string } | null;
  /** The platform whose rules applied: itself, or the one it is an alias of (twitter → x). */
  ruledBy: string | null;
  actions: Action[];
  /** The strictest policy that applies; null if none is known. */
  policy: Policy | null;
  rule: PolicyRule | null;
}

export type Matcher = (query: MatchQuery) => ActionMatch;

type Names = Map<string, Action[]>;

/**
 * Interprets a campaign's names. An action type is one of the five types, an action's own slug (with or without its
 * platform), or an alias. A name that is known elsewhere but has no action on this platform falls under the
 * platform's legal matrix, so that `x` + `like` is forbidden even though the library has no such action.
 */
export function createMatcher(data: ReferenceData, actions: Action[]): Matcher {
  const names = new Map(Object.keys(data.legal.platforms).map(id => [id, buildNames(id, data, actions)]));
  const meanings = buildMeanings(data, actions);
  const otherNames = new Map(Object.entries(data.aliases.platforms));
  const byId = new Map(actions.map(action => [action.id, action]));

  const find: Matcher = ({ platform, actionType, actionId }) => {
    const platformSlug = toSlug(platform);
    const actionSlug = toSlug(actionType);
    const platformKnown = names.has(platformSlug);
    const ruledBy = platformKnown ? platformSlug : (otherNames.get(platformSlug) ?? null);
    const meaning = lookUp(meanings, actionSlug);
    const nearestPlatform = platformKnown
      ? undefined
      : (ruledBy ?? findNearest(platformSlug, names.keys()) ?? undefined);
    if (ruledBy === null) {
      const nearest = { platform: nearestPlatform };
      return {
        platformKnown,
        actionKnown: meaning !== undefined,
        nearest,
        ruledBy,
        actions: [],
        policy: null,
        rule: null,
      };
    }

    const known = names.get(ruledBy)!;
    const found = lookUp(known, actionSlug);
    const named = actionId ? byId.get(actionId) : undefined;
    const matched = narrowToAction(found ?? [], named);
    const rules = matched.map(toRule);
    if (found === undefined && meaning !== undefined) rules.push(toMatrixRule(data, ruledBy, meaning));
    const rule = findStrictest(rules);
    const nearestAction = found === undefined ? findNearestName(actionSlug, meaning, known) : undefined;
    return {
      platformKnown,
      actionKnown: found !== undefined,
      nearest:
        nearestPlatform || nearestAction ? { platform: nearestPlatform, actionType: nearestAction } : null,
      ruledBy,
      actions: matched,
      policy: rule?.policy ?? null,
      rule,
    };
  };
  return memoize(find, ({ platform, actionType, actionId }) =>
    JSON.stringify([platform, actionType, actionId]),
  );
}

/** Lists every name of an action type on one platform. Types come first: `review` means all its reviews. */
function buildNames(platform: string, data: ReferenceData, actions: Action[]): Names {
  const own = actions.filter(action => action.platform === platform);
  const byId = new Map(own.map(action => [action.id, action]));
  const names: Names = new Map();
  const add = (name: string, found: Action[]) => {
    if (found.length > 0 && !names.has(name)) names.set(name, found);
  };
  for (const type of ACTION_TYPES)
    add(
      type,
      own.filter(action => action.type === type),
    );
  for (const action of own) add(action.id.slice(platform.length + 1), [action]);
  for (const action of own) add(action.id, [action]);
  for (const [alias, { actions: targets }] of Object.entries(data.aliases.actionTypes)) {
    add(
      alias,
      (targets[platform] ?? []).flatMap(id => byId.get(id) ?? []),
    );
  }
  return names;
}

/** Maps each name to its meaning on any platform. */
function buildMeanings(data: ReferenceData, actions: Action[]): Map<string, ActionType> {
  const slugs = actions.map((action): [string, ActionType] => [
    action.id.slice(action.platform.length + 1),
    action.type,
  ]);
  const aliases = Object.entries(data.aliases.actionTypes).map(([alias, { type }]): [string, ActionType] => [
    alias,
    type,
  ]);
  return new Map([...slugs, ...aliases, ...ACTION_TYPES.map((type): [string, ActionType] => [type, type])]);
}

function lookUp<T>(names: Map<string, T>, word: string): T | undefined {
  for (const spelling of listSpellings(word)) if (names.has(spelling)) return names.get(spelling);
  return undefined;
}

/** Narrows the matches to the named action. An action from another platform adds its policy and can't relax any. */
function narrowToAction(found: Action[], named: Action | undefined): Action[] {
  if (named === undefined) return found;
  return found.includes(named) ? [named] : [named, ...found];
}

function findNearestName(word: string, meaning: ActionType | undefined, known: Names): string | undefined {
  if (meaning !== undefined && known.has(meaning)) return meaning;
  return findNearest(word, known.keys()) ?? undefined;
}

function toRule(action: Action): PolicyRule {
  const { policy, type, policyNote, policySources } = action;
  return { policy, type, action, note: policyNote, sourceIds: policySources };
}

function toMatrixRule(data: ReferenceData, platform: string, type: ActionType): PolicyRule {
  const cell = data.legal.platforms[platform]!.matrix[type];
  return { policy: cell.status, type, action: null, note: cell.note, sourceIds: cell.sources };
}

/** Returns the first of the strictest rules. */
function findStrictest(rules: PolicyRule[]): PolicyRule | null {
  const rank = (rule: PolicyRule) => POLICIES.indexOf(rule.policy);
  return rules.reduce<PolicyRule | null>(
    (worst, rule) => (!worst || rank(rule) > rank(worst) ? rule : worst),
    null,
  );
}
