import type { Proposal } from '../../../../mandates/model.ts';
import { formatLabel, formatMoney, formatNumber } from '../../../data/format.ts';

type Request = Pick<Proposal['request'], 'path' | 'body'>;
type Fields = Record<string, unknown>;

interface RequestRecords {
  programId?: string | undefined;
  memberId?: string | undefined;
  campaignId?: string | undefined;
}

/** Returns the records that a request is about, by its path and body. */
export function findRecords({ path, body }: Request): RequestRecords {
  const { id, memberId, campaignId } = toFields(body);
  const [, programId, inPath] = /\/programs\/([^/?]+)(?:\/members\/([^/?]+))?/.exec(path) ?? [];
  const member = inPath === undefined ? memberId : decodeURIComponent(inPath);
  const [inCampaignPath] = /cmp_\w+/.exec(path) ?? [];
  const campaign = inCampaignPath ?? (path.endsWith('/campaigns') ? id : campaignId);
  return {
    programId,
    memberId: programId === undefined ? undefined : toText(member),
    campaignId: toText(campaign),
  };
}

/** Fields of records that are shown as links. */
const LINKED = ['id', 'memberId', 'campaignId'];

/**
 * Lists the other fields of a request with their values as texts, without an amount that is the cost.
 * @param labels names of fields in the page's language
 */
export function describeFields(
  { request, amount, currency }: { request: Request } & Pick<Proposal, 'amount' | 'currency'>,
  labels: Record<string, string>,
): [label: string, value: string][] {
  const shown = Object.values(findRecords(request));
  return Object.entries(toFields(request.body))
    .filter(([name, value]) => !(LINKED.includes(name) && shown.includes(value as string)))
    .filter(([name, value]) => !(name === 'amount' && value === amount))
    .map(([name, value]) => [
      labels[name] ?? formatLabel(name),
      name === 'amount' && typeof value === 'number' ? formatMoney(value, currency) : formatValue(value),
    ]);
}

function toFields(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {};
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value);
  if (Array.isArray(value)) return value.map(formatValue).join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '–');
  return Object.entries(value)
    .map(([name, part]) => `${formatLabel(name)}: ${formatValue(part)}`)
    .join(', ');
}
