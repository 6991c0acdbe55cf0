import { splitWords } from '../../platform/names.ts';
import { getPathPrefix } from '../mcp/definition.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { type Input, listOperationCalls, type OperationCall } from '../operation-calls.ts';

const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** The node reads all pages itself. */
const PAGING = ['page', 'perPage', 'after', 'before'];
const DEFAULT_LIMIT = 50;
/** Fields that n8n shows below the operation, before those of the API. */
const OWN_NAMES = ['resource', 'operation', 'options', 'returnAll', 'limit'];

/** A field of a node, in the words of n8n. */
interface Property {
  displayName: string;
  name: string;
  type: 'string' | 'number' | 'boolean' | 'json' | 'options' | 'collection';
  default: unknown;
  required?: boolean;
  noDataExpression?: boolean;
  description?: string | undefined;
  placeholder?: string;
  typeOptions?: object;
  options?: (Choice | Property)[];
  displayOptions?: { show: Record<string, unknown[]> };
}

interface Choice {
  name: string;
  value: string;
  action?: string;
  description?: string | undefined;
}

/** An operation as the node calls it. */
interface NodeOperation {
  method: string;
  path: string;
  inputs: (Pick<Input, 'name' | 'apiName' | 'place' | 'isRequired'> & { isJson: boolean })[];
  hasBody: boolean;
  isList: boolean;
  isIdempotent: boolean;
}

/** The file that the nodes of the package read: operations by ID, the fields of the action node, and types of events. */
interface NodeDescription {
  operations: Record<string, NodeOperation>;
  properties: Property[];
  events: Choice[];
}

/** Describes the nodes from the document. They have the operations that an API key can call with JSON. */
export function describeNodes(document: OpenApiDocument): NodeDescription {
  const calls = listOperationCalls(document).filter(isCallable);
  return {
    operations: Object.fromEntries(calls.map(call => [call.id, toNodeOperation(document, call)])),
    properties: [...toChoices(calls), ...calls.flatMap(call => toFields(document, call))],
    events: Object.entries(document.webhooks).map(([value, { post }]) => ({
      name: value,
      value,
      description: post.summary,
    })),
  };
}

function isCallable({ operation, result, bodyType, isSigned }: OperationCall): boolean {
  const hasScope = operation['x-required-scope'] !== undefined;
  const isJson = bodyType !== 'multipart/form-data' && result.kind === 'data';
  return hasScope && isJson && !isSigned;
}

function isList({ result }: OperationCall): boolean {
  return result.kind === 'data' && result.item !== undefined;
}

/** Returns the inputs that the node asks for: it fills in the headers and pages itself. */
function listInputs(call: OperationCall): Input[] {
  return call.inputs.filter(
    ({ place, apiName }) => place !== 'header' && !(isList(call) && PAGING.includes(apiName)),
  );
}

/** A name that n8n needs for a field of its own gets a prefix. */
function toFieldName({ name, place }: Input): string {
  return OWN_NAMES.includes(name) ? `${place}${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
}

function toNodeOperation(document: OpenApiDocument, call: OperationCall): NodeOperation {
  return {
    method: call.method,
    path: call.path.slice(getPathPrefix(document).length),
    inputs: listInputs(call).map(input => ({
      name: toFieldName(input),
      apiName: input.apiName,
      place: input.place,
      isRequired: input.isRequired,
      isJson: toType(document, input.schema).type === 'json',
    })),
    hasBody: call.bodyType !== undefined,
    isList: isList(call),
    isIdempotent: call.inputs.some(({ apiName }) => apiName === IDEMPOTENCY_HEADER),
  };
}

/** The choice of a resource, and of one of its operations. */
function toChoices(calls: OperationCall[]): Property[] {
  const resources = [...new Set(calls.map(getResource))].sort();
  const operationsOf = (resource: string): Choice[] =>
    calls
      .filter(call => getResource(call) === resource)
      .map(({ id, operation }) => ({
        name: toTitle(id),
        value: id,
        action: operation.summary,
        description: operation.summary,
      }));
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: resources.map(name => ({ name, value: name })),
      default: resources[0],
    },
    ...resources.map(
      (resource): Property => ({
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        displayOptions: { show: { resource: [resource] } },
        options: operationsOf(resource),
        default: operationsOf(resource)[0]?.value,
      }),
    ),
  ];
}

function getResource({ operation }: OperationCall): string {
  return operation.tags[0] ?? 'Other';
}

/** The fields of an operation: required ones, all records or a limit for lists, and the others as options. */
function toFields(document: OpenApiDocument, call: OperationCall): Property[] {
  const displayOptions = { show: { resource: [getResource(call)], operation: [call.id] } };
  const inputs = listInputs(call);
  const required = inputs.filter(({ isRequired }) => isRequired);
  const optional = inputs.filter(({ isRequired }) => !isRequired);
  const fields: Property[] = required.map(input => ({ ...toField(document, input), required: true }));
  if (isList(call)) fields.push(...LIST_FIELDS);
  if (optional.length > 0) {
    fields.push({
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: optional.map(input => toField(document, input)),
    });
  }
  return fields.map(field => ({
    ...field,
    displayOptions: { show: { ...displayOptions.show, ...field.displayOptions?.show } },
  }));
}

const LIST_FIELDS: Property[] = [
  {
    displayName: 'Return All',
    name: 'returnAll',
    type: 'boolean',
    default: false,
    description: 'Whether to return all results or only up to a given limit',
  },
  {
    displayName: 'Limit',
    name: 'limit',
    type: 'number',
    typeOptions: { minValue: 1 },
    default: DEFAULT_LIMIT,
    description: 'Max number of results to return',
    displayOptions: { show: { returnAll: [false] } },
  },
];

function toField(document: OpenApiDocument, input: Input): Property {
  return {
    displayName: toTitle(input.name),
    name: toFieldName(input),
    ...toType(document, input.schema),
    ...(input.description === undefined ? {} : { description: input.description }),
  };
}

/** Returns the type of a field; JSON where n8n has no field for it. */
function toType(
  document: OpenApiDocument,
  given: Schema,
): Pick<Property, 'type' | 'default' | 'options' | 'typeOptions'> {
  const schema = withoutNull(document, resolveReference(document, given));
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words?.every(word => typeof word === 'string')) {
    const options = (words as string[]).map(value => ({ name: toTitle(value), value }));
    return { type: 'options', options, default: options[0]?.value };
  }
  if (schema.type === 'boolean') return { type: 'boolean', default: schema.default ?? false };
  if (schema.type === 'number' || schema.type === 'integer')
    return { type: 'number', default: schema.default ?? schema.minimum ?? 0 };
  if (schema.type === 'string') return { type: 'string', default: schema.default ?? '' };
  return { type: 'json', default: schema.type === 'array' ? '[]' : '{}' };
}

function withoutNull(document: OpenApiDocument, schema: Schema): Schema {
  const variants = schema.anyOf?.filter(({ type }) => type !== 'null');
  const [only] = variants ?? [];
  return only && variants?.length === 1 ? resolveReference(document, only) : schema;
}

/** createCampaign → Create Campaign, in the title case of n8n. */
function toTitle(name: string): string {
  return splitWords(name)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
