import { ElysiaCustomStatusResponse } from 'elysia';
import type { Actor } from '../context.ts';

/** The fields of an item, and of its redemptions, that contain what it costs the business. */
const COST_FIELDS = ['cost', 'value', 'amount'];

/** Returns whether the caller is outside every business: a customer, or anonymous. */
export function isOutsider({ role }: Actor): boolean {
  return role === 'customer' || role === null;
}

/**
 * Removes what items cost their business from a response, wherever it contains a reward of the type `item`, so that no
 * route can forget to. The budget of a campaign that offers an item goes too, because the cost follows from it. What
 * does not change is not copied.
 */
export function hideCosts(value: unknown): unknown {
  if (value instanceof ElysiaCustomStatusResponse) {
    value.response = hide(value.response, false) as typeof value.response;
    return value;
  }
  return hide(value, false);
}

function hide(value: unknown, isInItem: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => hide(item, isInItem));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  const isItem = isInItem || value.type === 'item';
  const offersItem = isRecord(value.reward) && value.reward.type === 'item';
  let copy: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    const isHidden = (isItem && COST_FIELDS.includes(name)) || (offersItem && name === 'budget');
    const after = isHidden ? null : hide(before, isItem);
    if (after === before) continue;
    copy ??= { ...value };
    copy[name] = after;
  }
  return copy ?? value;
}

/** Returns whether the value is an object of JSON; a response, for example, is none. */
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
