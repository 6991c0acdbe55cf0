import { pascalCase } from '../../platform/names.ts';
import type { Schema } from './document.ts';
import type { SchemaRegistry } from './schemas.ts';

/** Returns a response whose data is a component, because generators would name its type after the response. */
export function nameData(response: Schema, operationId: string, schemas: SchemaRegistry): Schema {
  const data = response.properties?.data;
  if (!data || !(data.anyOf || data.properties || data.items)) return response;
  const own = pascalCase(operationId);
  const names = data.properties?.pagination
    ? [`${nameItem(data, schemas) ?? nameOperation(own)}List`, `${nameOperation(own)}List`]
    : [`${own}Result`];
  const name = names.find(each => !schemas.isTaken(each, data)) as string;
  return { ...response, properties: { ...response.properties, data: schemas.define(name, data) } };
}

/** Returns `Submission` for a list of `ListedSubmission`. */
function nameItem({ properties }: Schema, schemas: SchemaRegistry): string | undefined {
  const { items } = properties?.items ?? {};
  return items && schemas.find(items).name?.replace(/^Listed/, '');
}

/** Returns `Passkeys` for `ListPasskeys`. */
function nameOperation(operation: string): string {
  return operation.replace(/^(List|Get)/, '');
}
