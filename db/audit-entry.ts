import { type Clock, nowIso } from '../src/platform/clock.ts';
import { isWellFormedId } from '../src/platform/ids.ts';
import * as adminActions from './admin-actions.ts';
import type { Db } from './client.ts';

type Detail = string | number | boolean | readonly string[];
/** Which records, how much, and which fields were given: enough to find out what happened, nothing personal or secret. */
export type AuditDetails = Record<string, Detail>;

/** What somebody set out to do: an operation or a command, the record that it names, and what else is told of it. */
export interface AuditedAction {
  operation: string;
  /** The id of a record; found in the details or the outcome where it is null. */
  target: string | null;
  details?: AuditDetails;
}

/**
 * Fields whose values are told beside ids: amounts, flags, and words of fixed lists. Of every other field only the name
 * is told, since it may hold what is personal or secret.
 */
const RECORDED_FIELDS = new Set([
  'action',
  'amount',
  'graceMinutes',
  'interval',
  'keepKeys',
  'launch',
  'orderValue',
  'override',
  'pendingPolicy',
  'planId',
  'platform',
  'position',
  'price',
  'quantity',
  'reference',
  'reverse',
  'role',
  'state',
  'status',
  'timeInForce',
  'type',
]);
/** Where the record of an action is found when its address names none, in the order of preference. */
const TARGET_FIELDS = [
  'id',
  'submissionId',
  'rewardId',
  'cashbackId',
  'orderId',
  'campaignId',
  'perkId',
  'memberId',
  'programId',
  'userId',
  'user',
  'businessId',
  'business',
];
/** Ids in what an action answers. */
const RESULT_ID_FIELDS = ['id', 'transferId'];
const MAX_TEXT = 200;
const MAX_NAMES = 50;

/** What an audit entry tells of the fields of a request, or of the options of a command. */
export function toAuditDetails(fields: object): AuditDetails {
  const details: AuditDetails = {};
  const names: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    if (isId(value) || (Array.isArray(value) && value.length > 0 && value.every(isId)))
      details[name] = value as Detail;
    else if (RECORDED_FIELDS.has(name) && typeof value !== 'object')
      details[name] = typeof value === 'string' ? value.slice(0, MAX_TEXT) : (value as Detail);
    else names.push(name);
  }
  if (names.length > 0) details.fields = names.slice(0, MAX_NAMES);
  return details;
}

/** The ids in an address, as the record that a request names; null where it names none. */
export function getTargetFromPath(path: string): string | null {
  return path.split('/').filter(isWellFormedId).join('/') || null;
}

export interface AuditSource {
  clock: Clock;
  actor: { kind: string; id: string };
  requestId: string | null;
}

/**
 * Writes an audit entry in the transaction of what it tells of: each exists if and only if the other does.
 * @param outcome what the action answers; an id in it is told, for a record that did not exist before
 */
export function recordAuditEntry(
  db: Db,
  { clock, actor, requestId }: AuditSource,
  { operation, target, details = {} }: AuditedAction,
  outcome?: unknown,
): void {
  const allDetails = { ...details, ...extractIds(outcome) };
  const record = target ?? TARGET_FIELDS.map(name => allDetails[name]).find(isId) ?? null;
  const rest = Object.fromEntries(Object.entries(allDetails).filter(([, value]) => value !== record));
  adminActions.append(db, {
    createdAt: nowIso(clock),
    actorKind: actor.kind,
    actorId: actor.id,
    operation,
    target: record,
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : null,
    requestId,
  });
}

function extractIds(outcome: unknown): AuditDetails {
  if (typeof outcome !== 'object' || outcome === null) return {};
  const known = outcome as Record<string, unknown>;
  return Object.fromEntries(
    RESULT_ID_FIELDS.flatMap(name => (isId(known[name]) ? [[name, known[name]]] : [])),
  ) as AuditDetails;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && isWellFormedId(value);
}
