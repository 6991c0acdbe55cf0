import {
  type Example,
  type ListedOperation,
  listOperations,
  type Parameter,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import { type Contract, loadContract } from './contract.ts';
import type { Fixtures } from './fixtures.ts';
import { SHOP_SYSTEM } from './shop-system.ts';
import { createTestApp } from './test-app.ts';

const PREFIX = '/api/v1';
export const JSON_TYPE = 'application/json';
/** Matches path segments that name a record, such as `campaigns/{id}`; a platform name is not a record. */
const RECORD = /([a-z-]+)\/\{(\w*[iI]d|slug|secret)\}/g;
/** Fills path parameters without an example. */
const DEFAULT_PLATFORM = 'instagram';

export interface Body {
  name: string;
  value: Record<string, unknown>;
  schema: Schema;
}

/** The operations of the OpenAPI document, with helpers to call them. */
export interface DescribedRoutes {
  contract: Contract;
  operations: ListedOperation[];
  hasRecordId(listed: ListedOperation): boolean;
  /** Returns the path without the API prefix, with its parameters replaced by the IDs of seeded records. */
  fillPath(listed: ListedOperation, fixtures: Pick<Fixtures, 'records'>): string;
  /** Lists the example request bodies, each with the schema that describes it. */
  listExampleBodies(listed: ListedOperation): Body[];
}

export async function readDescribedRoutes(): Promise<DescribedRoutes> {
  const reader = await createTestApp();
  const contract = (await loadContract(reader.send)) as Contract;
  await reader.close();
  return {
    contract,
    operations: listOperations(contract.document),
    hasRecordId: ({ path }) => path.match(RECORD) !== null,
    fillPath: (listed, fixtures) => fillPath(contract, listed, fixtures),
    listExampleBodies: listed => bodiesOf(contract, listed),
  };
}

function fillPath(
  contract: Contract,
  { method, path }: ListedOperation,
  { records }: Pick<Fixtures, 'records'>,
): string {
  const [, , , area] = path.split('/');
  const filled = path.replaceAll(RECORD, (segment, collection: string) => {
    // A deletion of a part of a record needs one that has parts.
    const isWhole = method !== 'DELETE' || path.endsWith(segment);
    const ofMethod = isWhole ? records[`${method} ${collection}`] : undefined;
    const id = records[`${area} ${collection}`] ?? ofMethod ?? records[collection];
    if (!id) throw new Error(`test/support/fixtures.ts has no record of ${collection} yet`);
    return `${collection}/${id}`;
  });
  return filled.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'source') return SHOP_SYSTEM;
    if (name === 'id' && records[area as string]) return records[area as string] as string;
    const operation = contract.findOperation(method, path);
    const parameter = operation?.parameters?.find(p => 'name' in p && p.name === name) as
      | Parameter
      | undefined;
    return String(parameter?.example ?? parameter?.schema?.enum?.[0] ?? DEFAULT_PLATFORM);
  });
}

function bodiesOf(contract: Contract, { operation }: ListedOperation): Body[] {
  const media = operation.requestBody?.content[JSON_TYPE];
  if (!media) return [];
  const schema = resolveReference(contract.document, media.schema);
  return Object.entries(media.examples ?? {}).map(([name, example]) => {
    const value = resolveReference<Example>(contract.document, example).value as Record<string, unknown>;
    const variant = schema.anyOf?.find(choice => contract.findViolation(choice, value) === undefined);
    return { name, value, schema: variant ? resolveReference(contract.document, variant) : schema };
  });
}

/** Whether a write can be tried without changing the installation. Files are not part of what a dry run takes back. */
export function takesDryRun({ operation }: ListedOperation): boolean {
  return (operation.parameters ?? []).some(
    parameter => '$ref' in parameter && parameter.$ref.endsWith('/DryRun'),
  );
}
