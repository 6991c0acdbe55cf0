import { toDiscriminator } from './discriminator.ts';
import type { Schema } from './document.ts';

const COMPONENT_PATH = '#/components/schemas/';
/** String formats that Elysia's coercing query types accept in addition to the intended type. */
const COERCION_FORMATS = new Set(['integer', 'numeric', 'boolean', 'ObjectString', 'ArrayString', 'date']);
/** Keywords that are copied unchanged; other keywords that libraries add are dropped. */
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

/** Converts library schemas to strict JSON Schema and collects the named ones as components. */
export class SchemaRegistry {
  readonly #named = new Map<string, Schema>();
  readonly #replaced = new Set<string>();

  /**
   * Converts a schema; one with an `$id` is added as a component and returned as a reference.
   * @throws Error if two different schemas have the same name
   */
  add(raw: unknown): Schema {
    const schema = raw as RawSchema;
    if (typeof schema.$id !== 'string') return this.#inline(schema);
    const name = schema.$id;
    if (this.#replaced.has(name)) return toReference(name);
    return this.define(name, this.#inline(schema));
  }

  /**
   * Adds a converted schema as a component.
   * @throws Error if a different schema has the same name
   */
  define(name: string, schema: Schema): Schema {
    const known = this.#named.get(name);
    if (known && !Bun.deepEquals(known, schema)) throw new Error(`Two different schemas are named ${name}`);
    this.#named.set(name, schema);
    return toReference(name);
  }

  /** Adds a component in place of every schema with this `$id`, for one that the code checks less exactly. */
  replace(name: string, schema: Schema): Schema {
    this.#replaced.add(name);
    this.#named.set(name, schema);
    return toReference(name);
  }

  /** Returns whether a component has this name and a different schema. */
  isTaken(name: string, schema: Schema): boolean {
    const known = this.#named.get(name);
    return known !== undefined && !Bun.deepEquals(known, schema);
  }

  /** Returns the component that a reference points to, with its name, or the schema itself. */
  find(schema: Schema): { schema: Schema; name?: string } {
    if (schema.$ref === undefined) return { schema };
    const name = schema.$ref.slice(COMPONENT_PATH.length);
    const named = this.#named.get(name);
    if (!named) throw new Error(`No schema is named ${name}`);
    return { schema: named, name };
  }

  /** Returns all components in alphabetical order. */
  components(): Record<string, Schema> {
    const names = [...this.#named.keys()].sort();
    return Object.fromEntries(names.map(name => [name, this.#named.get(name) as Schema]));
  }

  #inline(raw: RawSchema): Schema {
    if (typeof raw.$ref === 'string') return { $ref: raw.$ref };
    if (Array.isArray(raw.anyOf)) return this.#union(raw, raw.anyOf as RawSchema[]);
    // Variants of a value that is not checked against them.
    if (Array.isArray(raw['x-variants'])) return this.#union(raw, raw['x-variants'] as RawSchema[]);
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
    // Elysia sets additionalProperties to false when an operation is first called, although unknown fields are ignored.
    // Drop it, because the document must not depend on when it is generated.
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
    const variants = all.filter(variant => !isCoercion(variant));
    const [only] = variants;
    const about = pick(raw, ['description', 'default', 'examples']);
    if (variants.length === 1 && only) return { ...this.add(only), ...about };
    const literals = variants.filter(variant => variant.const !== undefined);
    if (literals.length > 1 && literals.every(literal => literal.type === literals[0]?.type)) {
      const listed = {
        type: String(literals[0]?.type),
        enum: literals.map(literal => literal.const),
      };
      const rest = variants.filter(variant => !literals.includes(variant));
      if (rest.length === 0) return { ...about, ...listed };
      return {
        ...about,
        anyOf: [listed, ...rest.map(variant => this.add(variant))],
      };
    }
    if (typeof raw.$id === 'string') {
      const discriminated = toDiscriminator(raw.$id, variants, (name, variant) =>
        name === undefined ? this.add(variant) : this.define(name, this.#inline(variant)),
      );
      if (discriminated) return { ...about, ...discriminated };
    }
    return hoistDescription({
      ...about,
      anyOf: variants.map(variant => this.add(variant)),
    });
  }
}

function toReference(name: string): Schema {
  return { $ref: COMPONENT_PATH + name };
}

function isCoercion(variant: RawSchema): boolean {
  return (
    variant.type === 'Date' || (variant.type === 'string' && COERCION_FORMATS.has(String(variant.format)))
  );
}

/** Moves the description of a nullable schema to the union, where tools look for it. */
function hoistDescription(schema: Schema): Schema {
  const [value, empty] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || empty?.type !== 'null' || !value?.description) return schema;
  const { description, ...rest } = value;
  return {
    description: schema.description ?? description,
    ...schema,
    anyOf: [rest, empty],
  };
}

function pick(raw: RawSchema, keywords: (keyof Schema)[]): Schema {
  return Object.fromEntries(keywords.filter(name => raw[name] !== undefined).map(name => [name, raw[name]]));
}
