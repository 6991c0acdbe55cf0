import type { Schema } from './document.ts';

const COMPONENT_PATH = '#/components/schemas/';
/** Texts that Elysia's coercing query types accept beside the type meant. */
const COERCION_FORMATS = new Set(['integer', 'numeric', 'boolean', 'ObjectString', 'ArrayString', 'date']);
/** What is copied as it is; everything else that a library leaves in a schema is dropped. */
const PLAIN_KEYWORDS = [
  'type',
  'format',
  'description',
  'default',
  'examples',
  'const',
  'enum',
  'required',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const satisfies (keyof Schema)[];

type RawSchema = Record<string, unknown>;

/** Gathers the named schemas of a document while it turns what libraries made into strict JSON Schema. */
export class SchemaRegistry {
  readonly #named = new Map<string, Schema>();

  /**
   * A schema for the document; one with an `$id` becomes a component and a reference to it.
   * @throws Error when two different schemas carry one name
   */
  add(raw: unknown): Schema {
    const schema = raw as RawSchema;
    if (typeof schema.$id !== 'string') return this.#inline(schema);
    const name = schema.$id;
    const inline = this.#inline(schema);
    const known = this.#named.get(name);
    if (known && !Bun.deepEquals(known, inline)) throw new Error(`Two schemas are called ${name}`);
    this.#named.set(name, inline);
    return { $ref: COMPONENT_PATH + name };
  }

  /** The component behind a reference, or the schema itself, with the name it has. */
  find(schema: Schema): { schema: Schema; name?: string } {
    if (schema.$ref === undefined) return { schema };
    const name = schema.$ref.slice(COMPONENT_PATH.length);
    const named = this.#named.get(name);
    if (!named) throw new Error(`No schema is called ${name}`);
    return { schema: named, name };
  }

  /** All components by name, in alphabetical order. */
  components(): Record<string, Schema> {
    const names = [...this.#named.keys()].sort();
    return Object.fromEntries(names.map(name => [name, this.#named.get(name) as Schema]));
  }

  #inline(raw: RawSchema): Schema {
    if (typeof raw.$ref === 'string') return { $ref: raw.$ref };
    if (Array.isArray(raw.anyOf)) return this.#union(raw, raw.anyOf as RawSchema[]);
    const schema: Schema = {};
    for (const keyword of PLAIN_KEYWORDS) {
      if (raw[keyword] !== undefined) Object.assign(schema, { [keyword]: raw[keyword] });
    }
    if (schema.format === 'binary') delete schema.default;
    if (typeof raw.patternHint === 'string') schema.description ??= raw.patternHint;
    if (raw.items) schema.items = this.add(raw.items);
    if (raw.properties) schema.properties = this.#all(raw.properties);
    if (raw.patternProperties) schema.patternProperties = this.#all(raw.patternProperties);
    if (Array.isArray(raw.allOf)) schema.allOf = raw.allOf.map(part => this.add(part));
    // Elysia closes the schema of a body when its operation is first called, and unknown fields are ignored all
    // the same: the description must say neither, whenever it is made.
    const rest = raw.additionalProperties;
    if (rest !== undefined && rest !== false)
      schema.additionalProperties = typeof rest === 'boolean' ? rest : this.add(rest);
    return schema;
  }

  #all(raw: unknown): Record<string, Schema> {
    const entries = Object.entries(raw as Record<string, unknown>);
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.add(schema)]));
  }

  #union(raw: RawSchema, all: RawSchema[]): Schema {
    const meant = all.filter(variant => !isCoercion(variant));
    const [only] = meant;
    const about = pick(raw, ['description', 'default', 'examples']);
    if (meant.length === 1 && only) return { ...this.add(only), ...about };
    const literals = meant.filter(variant => variant.const !== undefined);
    if (literals.length > 1 && literals.every(literal => literal.type === literals[0]?.type)) {
      const listed = {
        type: String(literals[0]?.type),
        enum: literals.map(literal => literal.const),
      };
      const rest = meant.filter(variant => !literals.includes(variant));
      if (rest.length === 0) return { ...about, ...listed };
      return {
        ...about,
        anyOf: [listed, ...rest.map(variant => this.add(variant))],
      };
    }
    return hoistDescription({
      ...about,
      anyOf: meant.map(variant => this.add(variant)),
    });
  }
}

function isCoercion(variant: RawSchema): boolean {
  return (
    variant.type === 'Date' || (variant.type === 'string' && COERCION_FORMATS.has(String(variant.format)))
  );
}

/** Of something that may be null the description stands outside, where readers look for it. */
function hoistDescription(schema: Schema): Schema {
  const [meant, empty] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || empty?.type !== 'null' || !meant?.description) return schema;
  const { description, ...rest } = meant;
  return {
    description: schema.description ?? description,
    ...schema,
    anyOf: [rest, empty],
  };
}

function pick(raw: RawSchema, keywords: (keyof Schema)[]): Schema {
  return Object.fromEntries(keywords.filter(name => raw[name] !== undefined).map(name => [name, raw[name]]));
}
