import { Ajv, addFormats } from '@modelcontextprotocol/server/validators/ajv';
import type { Schema } from '../describe/document.ts';
import type { Tool } from '../describe/mcp/tools.ts';
import type { ErrorDetail } from '../errors.ts';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);

/** What a rehearsal finds wrong with arguments; a call that is made is judged by its operation instead. */
export function violations({ inputSchema }: Tool, given: object): ErrorDetail[] {
  const validate = ajv.compile(withoutSteps(inputSchema));
  if (validate(given)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const missing = (params as { missingProperty?: string }).missingProperty;
    const path = [...instancePath.split('/').slice(1), ...(missing ? [missing] : [])];
    return {
      field: path.join('.') || 'arguments',
      issue: missing ? 'is required' : (message ?? 'is not valid'),
    };
  });
}

/** Cents as a double are not quite whole: 19.99 / 0.01 would be refused. */
function withoutSteps(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema, (name, value) => (name === 'multipleOf' ? undefined : value)));
}
