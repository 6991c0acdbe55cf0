import { type Clock, nowIso } from '../src/platform/clock.ts';
import { isWellFormedId } from '../src/platform/ids.ts';
import * as adminActions from './admin-actions.ts';
import type { Db } from './client.ts';

type Detail = string | number | boolean | readonly string[];
/** Records, amounts and names of changed fields, without personal or secret data. */
type AuditDetails = Record<string, Detail>;

/** An operation or command, the record it names, and further details. */
export interface AuditedAction {
  operation: string;
  /** The ID of the record. If null, it is taken from the details or the result. */
  target: string | null;
  details?: AuditDetails;
}

/**
 * Fields whose values are recorded in addition to IDs: amounts, flags and values of fixed lists. For other fields,
 * which may contain personal or secret data, only the name is recorded.
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
/** Fields that identify the record of an action if its path does not, in order of preference. */
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
/** Fields of a result that contain IDs. */
const RESULT_ID_FIELDS = ['id', 'transferId'];
const MAX_TEXT = 200;
const MAX_NAMES = 50;

/** Converts the fields of a request, or the options of a command, to audit details. */
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

/** Returns the IDs in a path as the target of a request; null if there are none. */
export function getTargetFromPath(path: string): string | null {
  return path.split('/').filter(isWellFormedId).join('/') || null;
}

interface AuditSource {
  clock: Clock;
  actor: { kind: string; id: string };
  requestId: string | null;
}

/**
 * Writes an audit entry in the transaction of the action, so that both are stored or neither is.
 * @param outcome the result of the action, whose IDs identify created records
 */
export async function recordAuditEntry(
  db: Db,
  { clock, actor, requestId }: AuditSource,
  { operation, target, details = {} }: AuditedAction,
  outcome?: unknown,
): Promise<void> {
  const allDetails = { ...details, ...extractIds(outcome) };
  const record = target ?? TARGET_FIELDS.map(name => allDetails[name]).find(isId) ?? null;
  const rest = Object.fromEntries(Object.entries(allDetails).filter(([, value]) => value !== record));
  await adminActions.append(db, {
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
