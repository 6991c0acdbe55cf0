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
import { createTestApp } from './test-app.ts';

const PREFIX = '/api/v1';
export const JSON_TYPE = 'application/json';
/** Parts of paths that name a record, e.g. `campaigns/{id}`; a platform's name is no record. */
const RECORD = /([a-z-]+)\/\{(\w*[iI]d)\}/g;
/** What stands for a platform whose parameter has no example. */
const ANY_PLATFORM = 'instagram';

export interface Body {
  name: string;
  value: Record<string, unknown>;
  schema: Schema;
}

/** The routes as the API description lists them, and what a test needs to ask one of them. */
export interface DescribedRoutes {
  contract: Contract;
  operations: ListedOperation[];
  hasRecordId(listed: ListedOperation): boolean;
  /** The path below the prefix, with the records of a scene in the place of the parameters. */
  fillPath(listed: ListedOperation, scene: Pick<Fixtures, 'records'>): string;
  /** The bodies that the description gives as examples, each with the schema that speaks of it. */
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
    fillPath: (listed, scene) => pathIn(contract, listed, scene),
    listExampleBodies: listed => bodiesOf(contract, listed),
  };
}

function pathIn(
  contract: Contract,
  { method, path }: ListedOperation,
  { records }: Pick<Fixtures, 'records'>,
): string {
  const filled = path.replaceAll(RECORD, (_, collection: string) => {
    const id = records[`${method} ${collection}`] ?? records[collection];
    if (!id) throw new Error(`test/support/fixtures.ts has no record of ${collection} yet`);
    return `${collection}/${id}`;
  });
  return filled.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = contract
      .findOperation('GET', path)
      ?.parameters?.find(p => 'name' in p && p.name === name);
    return String((parameter as Parameter | undefined)?.example ?? ANY_PLATFORM);
  });
}

function bodiesOf(contract: Contract, { operation }: ListedOperation): Body[] {
  const media = operation.requestBody?.content[JSON_TYPE];
  if (!media) return [];
  const schema = resolveReference(contract.document, media.schema);
  return Object.entries(media.examples ?? {}).map(([name, example]) => {
    const value = resolveReference<Example>(contract.document, example).value as Record<string, unknown>;
    const variant = schema.anyOf?.find(
      choice => contract.findViolation(`${name}?`, choice, value) === undefined,
    );
    return { name, value, schema: variant ? resolveReference(contract.document, variant) : schema };
  });
}
