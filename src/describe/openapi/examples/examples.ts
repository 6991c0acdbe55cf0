import { ID_PREFIXES, type IdKind } from '../../../platform/ids.ts';
import type { Example, Schema } from '../document.ts';
import type { SchemaRegistry } from '../schemas.ts';
import { exampleId } from './ids.ts';
import { FIELD_VALUES, OMITTED } from './values.ts';

const TIME = '2026-06-01T12:00:00.000Z';
const VALUES_BY_FORMAT: Record<string, unknown> = {
  'date-time': TIME,
  date: TIME.slice(0, 10),
  email: FIELD_VALUES.email,
  uri: FIELD_VALUES.proofUrl,
  binary: '(file contents)',
};
/** Fields for admins only are omitted from request examples. */
const ADMIN_ONLY = /\(admins only\)/;
const DEFAULT_TEXT = 'text';

/** The location of a value: the operation, the enclosing named schema and the field path. */
export interface ExampleContext {
  operationId: string;
  owner: string;
  fields: string[];
  /** The kind of record that the path identifies. */
  kind: IdKind | undefined;
  /** Requests omit fields that only admins use. */
  isRequest: boolean;
}

/** Events have a variant per kind, whose examples are those of the webhooks. */
const MAX_ANSWER_EXAMPLES = 5;

/** Generates example values: realistic ones by field name, otherwise the simplest value that the schema allows. */
export class ExampleGenerator {
  readonly #schemas: SchemaRegistry;

  constructor(schemas: SchemaRegistry) {
    this.#schemas = schemas;
  }

  /** Returns examples of a body: one per variant of a union, otherwise one named `default`. */
  forBody(schema: Schema, place: ExampleContext): Record<string, Example> {
    const { schema: body, name } = this.#schemas.find(schema);
    const own = body.examples;
    if (own?.length === 1) return { default: { value: own[0] } };
    if (own) return Object.fromEntries(own.map((value, index) => [`example${index + 1}`, { value }]));
    const variants = body.anyOf;
    if (!variants) return { default: { value: this.valueOf(schema, place) } };
    const words = Object.keys(body.discriminator?.mapping ?? {});
    const named = variants.map((variant, index) => {
      const key = words[index] ?? this.#variantName(variant) ?? `variant${index + 1}`;
      const branch = this.#toBranch(body, variant);
      return [key, { value: this.valueOf(branch, { ...place, owner: name ?? place.owner }) }];
    });
    return Object.fromEntries(named);
  }

  /** Returns examples of a response in its envelope, of the first variants of a union. */
  ofAnswer(schema: Schema, place: ExampleContext): Record<string, Example> {
    const data = schema.properties?.data;
    if (!data) return this.forBody(schema, place);
    const inner = Object.entries(this.forBody(data, place)).slice(0, MAX_ANSWER_EXAMPLES);
    return Object.fromEntries(
      inner.map(([name, example]) => [name, { value: { success: true, data: (example as Example).value } }]),
    );
  }

  /** Returns a value that the schema allows. */
  valueOf(reference: Schema, place: ExampleContext): unknown {
    const { schema, name } = this.#schemas.find(reference);
    const at = name ? { ...place, owner: name, fields: [] } : place;
    if (schema.examples?.length) return schema.examples[0];
    if (schema.const !== undefined) return schema.const;
    const known = this.#known(schema, place);
    if (known !== undefined) return known;
    if (schema.anyOf) return this.valueOf(this.#toBranch(schema, schema.anyOf[0] as Schema), at);
    if (schema.enum) return schema.default ?? schema.enum[0];
    return this.#plain(schema, at);
  }

  /** Returns the branch of a discriminated union without its name, because its fields belong to the union. */
  #toBranch(union: Schema, branch: Schema): Schema {
    return union.discriminator ? this.#schemas.find(branch).schema : branch;
  }

  #plain(schema: Schema, place: ExampleContext): unknown {
    if (schema.allOf) {
      const parts = schema.allOf.map(part => this.valueOf(part, place) as object);
      return Object.assign({}, ...parts);
    }
    switch (schema.type) {
      case 'object':
        return this.#object(schema, place);
      case 'array':
        return schema.items ? [this.valueOf(schema.items, place)] : [];
      case 'boolean':
        return schema.default ?? false;
      case 'integer':
      case 'number':
        return schema.default ?? schema.minimum ?? 1;
      case 'null':
        return null;
      case 'string':
        return schema.default ?? VALUES_BY_FORMAT[schema.format ?? ''] ?? DEFAULT_TEXT;
      default:
        return {};
    }
  }

  #object(schema: Schema, place: ExampleContext): Record<string, unknown> {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([name, property]) =>
        schema.required?.includes(name) ||
        this.#isInformative(property, {
          ...place,
          fields: [...place.fields, name],
        }),
    );
    return Object.fromEntries(
      shown.map(([name, property]) => [
        name,
        this.valueOf(property, { ...place, fields: [...place.fields, name] }),
      ]),
    );
  }

  /** Returns whether to include an optional field; fields with only a generic value are left out. */
  #isInformative(reference: Schema, place: ExampleContext): boolean {
    const { schema } = this.#schemas.find(reference);
    if (place.isRequest && ADMIN_ONLY.test(schema.description ?? '')) return false;
    if (OMITTED.has(`${place.owner}.${place.fields.join('.')}`)) return false;
    if (schema.examples?.length || schema.const !== undefined) return true;
    const variants = schema.anyOf ?? [schema];
    const isNested = variants.some(({ type, $ref }) => type === 'object' || $ref !== undefined);
    return isNested || this.#known(schema, place) !== undefined;
  }

  #known(schema: Schema, place: ExampleContext): unknown {
    return listCandidates(place).find(value => this.#fits(schema, value));
  }

  /** Names a variant of a union after its component, or its discriminating constant. */
  #variantName(variant: Schema): string | undefined {
    const { schema, name } = this.#schemas.find(variant);
    const words = Object.values(schema.properties ?? {}).map(property => property.const);
    const word = words.find(value => typeof value === 'string');
    return name ? name.charAt(0).toLowerCase() + name.slice(1) : (word as string | undefined);
  }

  /** A quick check only; the tests validate every example against its schema. */
  #fits(reference: Schema, value: unknown): boolean {
    if (value === undefined) return false;
    const { schema } = this.#schemas.find(reference);
    if (schema.anyOf) return schema.anyOf.some(variant => this.#fits(variant, value));
    if (schema.enum) return schema.enum.includes(value);
    if (schema.const !== undefined) return schema.const === value;
    if (schema.type === undefined) return !schema.allOf;
    if (Array.isArray(value)) return schema.type === 'array' && this.#itemsFit(schema.items, value);
    return matchesType(schema, value);
  }

  #itemsFit(items: Schema | undefined, values: unknown[]): boolean {
    return values.every(value => items === undefined || this.#fits(items, value));
  }
}

function matchesType(schema: Schema, value: unknown): boolean {
  const { minimum = -Infinity, maximum = Infinity, maxLength = Infinity, minLength = 0 } = schema;
  switch (schema.type) {
    case 'string': {
      if (typeof value !== 'string' || value.length < minLength || value.length > maxLength) return false;
      if (schema.format === 'date-time') return !Number.isNaN(Date.parse(value));
      if (schema.format === 'uri') return URL.canParse(value);
      return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value);
    }
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
    case 'number':
      return typeof value === 'number' && value >= minimum && value <= maximum;
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    default:
      return false;
  }
}

/** Lists known values for a location, most specific name first. */
function listCandidates({ operationId, owner, fields, kind }: ExampleContext): unknown[] {
  const field = fields.at(-1);
  if (field === undefined) return [];
  const path = fields.join('.');
  const noun = getNoun(owner);
  const specific = [`${operationId}:${noun}.${path}`, `${owner}.${path}`, `${noun}.${path}`];
  const names = fields.map((_, index) => fields.slice(index).join('.'));
  const id = findExampleId(field, fields.at(-2) ?? owner, kind);
  return [...specific.map(getFieldValue), ...(id ? [id] : []), ...names.map(getFieldValue)];
}

function getFieldValue(name: string): unknown {
  return FIELD_VALUES[name];
}

/**
 * Returns an example id for a field named `id` or ending in `Id`; for `id`, the kind comes from the enclosing schema.
 */
function findExampleId(field: string, around: string, kind: IdKind | undefined): string | undefined {
  const own = field === 'id' ? (findIdKind(around) ?? kind) : undefined;
  const named = own ?? (/Ids?$/.test(field) ? findIdKind(field.replace(/Ids?$/, '')) : undefined);
  return named && exampleId(named);
}

/** Returns the noun of a schema name: `Campaign` for NewCampaign and CampaignChange. */
function getNoun(name: string): string {
  return name.replace(/^(New|Issued)|^Business(?=User)|Change$/g, '');
}

/** Finds the kind of record for a schema name or path segment, such as `IssuedApiKey` or `api-keys`. */
export function findIdKind(name: string): IdKind | undefined {
  const camel = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const noun = getNoun(camel);
  return [noun, noun.replace(/s$/, ''), noun.replace(/es$/, ''), noun.replace(/ies$/, 'y')]
    .map(word => word.charAt(0).toLowerCase() + word.slice(1))
    .find((word): word is IdKind => Object.hasOwn(ID_PREFIXES, word));
}
