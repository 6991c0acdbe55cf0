import { pascalCase } from '../../platform/names.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';
import { indent, isIdentifier, toDocstring, toLiteral } from './text.ts';

const COMPONENT = '#/components/schemas/';
/** Names that the module itself defines or imports. */
const RESERVED = new Set([
  ...'Any Callable Dict File IO Iterator List Literal Mapping Optional Sequence Tuple Type'.split(' '),
  ...'TypedDict TypeVar Union Client ERRORS AsyncClient AsyncIterator NamedTuple ResponseInfo'.split(' '),
]);

/** Generates type annotations and collects the types they use: a TypedDict for each object of the document. */
export class PythonTypes {
  readonly #document: OpenApiDocument;
  readonly #sources = new Map<string, string>();
  readonly #shapes = new Map<string, string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** The source of all collected types, sorted by name. */
  get sources(): string[] {
    return [...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
  }

  get names(): string[] {
    return [...this.#sources.keys()].sort();
  }

  /** Returns the annotation of a schema; `name` is used for an object without a name. */
  of(schema: Schema, name: string): string {
    if (schema.$ref?.startsWith(COMPONENT)) return this.#component(schema.$ref.slice(COMPONENT.length));
    if (schema.enum) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`;
    if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`;
    if (schema.anyOf) return this.#union(schema.anyOf, name);
    switch (schema.type) {
      case 'string':
        return schema.format === 'binary' ? 'File' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.of(schema.items ?? {}, `${name}Item`)}]`;
      case 'object':
        return hasFields(schema) ? this.#record(schema, name) : this.#map(schema, name);
      default:
        return 'Any';
    }
  }

  #component(name: string): string {
    const safe = RESERVED.has(name) ? `${name}Model` : name;
    if (this.#sources.has(safe)) return safe;
    const schema = resolveReference(this.#document, { $ref: COMPONENT + name } as Schema);
    if (schema.type === 'object' && hasFields(schema)) return this.#record(schema, safe);
    // Registered first, so that recursive types terminate.
    this.#sources.set(safe, '');
    this.#sources.set(safe, `${safe} = ${quoteForwardReferences(this.of(schema, `${safe}Value`))}\n`);
    return safe;
  }

  /** Returns the branch of a body that an action selects. */
  findBranch(body: Schema, action: string): Schema | undefined {
    const $ref = resolveReference(this.#document, body).discriminator?.mapping[action];
    return $ref === undefined ? undefined : resolveReference<Schema>(this.#document, { $ref });
  }

  /** Returns the type of an object whose fields have any name. */
  #map({ additionalProperties, patternProperties }: Schema, name: string): string {
    const values =
      typeof additionalProperties === 'object'
        ? additionalProperties
        : Object.values(patternProperties ?? {})[0];
    return `Dict[str, ${values ? this.of(values, `${name}Value`) : 'Any'}]`;
  }

  #union(variants: Schema[], name: string): string {
    const nonNull = variants.filter(variant => variant.type !== 'null');
    const types = [
      ...new Set(
        nonNull.map((variant, index) =>
          this.of(variant, nonNull.length > 1 ? `${name}${this.#tag(variant) ?? index + 1}` : name),
        ),
      ),
    ];
    const joined = types.length === 1 ? (types[0] as string) : `Union[${types.join(', ')}]`;
    return nonNull.length < variants.length ? `Optional[${joined}]` : joined;
  }

  /** Returns the discriminating constant of a variant. */
  #tag(variant: Schema): string | undefined {
    const { properties = {} } = resolveReference(this.#document, variant);
    const word = Object.values(properties).find(({ const: value }) => typeof value === 'string');
    return word && pascalCase(String(word.const));
  }

  #record(schema: Schema, wanted: string): string {
    const shape = JSON.stringify(schema);
    let name = wanted;
    for (let n = 2; this.#shapes.has(name) && this.#shapes.get(name) !== shape; n++) name = `${wanted}${n}`;
    if (this.#shapes.has(name)) return name;
    this.#shapes.set(name, shape);
    this.#sources.set(name, '');
    const fields = Object.entries(schema.properties ?? {}).map(([field, property]) => ({
      field,
      type: this.of(property, name + pascalCase(field)),
      about: property.description,
      isRequired: schema.required?.includes(field) ?? false,
    }));
    this.#sources.set(name, generateTypedDict(name, fields, schema.description));
    return name;
  }
}

/** An object without declared fields is a map of free form. */
function hasFields({ properties }: Schema): boolean {
  return Object.keys(properties ?? {}).length > 0;
}

interface Field {
  field: string;
  type: string;
  about: string | undefined;
  isRequired: boolean;
}

/** Python 3.9 has no NotRequired, so optional fields are in a subclass of the class with the required fields. */
function generateTypedDict(name: string, fields: Field[], about: string | undefined): string {
  const required = fields.filter(field => field.isRequired);
  const optional = fields.filter(field => !field.isRequired);
  const text = about ?? '';
  if (fields.some(({ field }) => !isIdentifier(field))) return generateFunctionalTypedDict(name, fields);
  if (optional.length === 0) return generateClass(name, 'TypedDict', required, text);
  if (required.length === 0) return generateClass(name, 'TypedDict, total=False', optional, text);
  return [
    generateClass(`_${name}Required`, 'TypedDict', required, ''),
    generateClass(name, `_${name}Required, total=False`, optional, text),
  ].join('\n\n');
}

function generateClass(name: string, base: string, fields: Field[], about: string): string {
  const lines = fields.flatMap(({ field, type, about: comment }) => [
    ...(comment ? [`#: ${comment.replaceAll('\n', ' ')}`] : []),
    `${field}: ${type}`,
  ]);
  const doc = about ? [toDocstring([about])] : [];
  const body = [...doc, ...lines];
  return `class ${name}(${base}):\n${indent((body.length > 0 ? body : ['pass']).join('\n'))}\n`;
}

/** Used for field names that are not valid Python identifiers. */
function generateFunctionalTypedDict(name: string, fields: Field[]): string {
  const entries = fields.map(({ field, type }) => `${toLiteral(field)}: ${toLiteral(type)}`);
  return `${name} = TypedDict("${name}", {${entries.join(', ')}}, total=False)\n`;
}

/** Aliases are evaluated when the module is loaded, so names defined later must be quoted. */
function quoteForwardReferences(type: string): string {
  return type.startsWith('Literal[') ? type : `Union[${toLiteral(type)}]`;
}
