import { pascalCase } from '../../platform/names.ts';
import { type OpenApiDocument, resolveReference, type Schema } from '../openapi/document.ts';

const COMPONENT = '#/components/schemas/';
const INDENT = '  ';

/** Generates types of schemas, and collects the declarations of the components that they use. */
export class TypeScriptTypes {
  readonly #document: OpenApiDocument;
  readonly #sources = new Map<string, string>();
  /** Names that the module defines itself. */
  readonly #reserved: ReadonlySet<string>;

  constructor(document: OpenApiDocument, reserved: ReadonlySet<string>) {
    this.#document = document;
    this.#reserved = reserved;
  }

  /** The declarations of all collected components, sorted by name. */
  get sources(): string[] {
    return [...this.#sources].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, source]) => source);
  }

  /** Returns the type of a schema. */
  of(schema: Schema): string {
    if (schema.$ref?.startsWith(COMPONENT)) return this.#component(schema.$ref.slice(COMPONENT.length));
    if (schema.enum) return schema.enum.map(toLiteral).join(' | ');
    if (schema.const !== undefined) return toLiteral(schema.const);
    if (schema.anyOf) return joinUnion(schema.anyOf.map(variant => this.of(variant)));
    if (schema.allOf) return schema.allOf.map(part => parenthesize(this.of(part))).join(' & ');
    switch (schema.type) {
      case 'string':
        return schema.format === 'binary' ? 'Blob' : 'string';
      case 'integer':
      case 'number':
        return 'number';
      case 'boolean':
      case 'null':
        return schema.type;
      case 'array':
        return `${parenthesize(this.of(schema.items ?? {}))}[]`;
      case 'object':
        return this.#object(schema);
      default:
        return 'unknown';
    }
  }

  #object({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
    if (properties) return this.fields(properties, required);
    const values =
      typeof additionalProperties === 'object'
        ? additionalProperties
        : Object.values(patternProperties ?? {})[0];
    return `Record<string, ${values ? this.of(values) : 'unknown'}>`;
  }

  /** Returns an object type with a comment for each described field. */
  fields(properties: Record<string, Schema>, required: readonly string[]): string {
    const lines = Object.entries(properties).flatMap(([name, property]) => [
      ...toComment([property.description ?? '']),
      `${toKey(name)}${required.includes(name) ? '' : '?'}: ${this.of(property)};`,
    ]);
    return lines.length > 0 ? `{\n${indent(lines.join('\n'))}\n}` : 'Record<string, never>';
  }

  #component(name: string): string {
    const safe = this.#reserved.has(name) ? `${name}Model` : name;
    if (this.#sources.has(safe)) return safe;
    // Registered first, so that recursive types terminate.
    this.#sources.set(safe, '');
    const schema = resolveReference(this.#document, { $ref: COMPONENT + name } as Schema);
    const comment = toComment([schema.description ?? '']).map(line => `${line}\n`);
    this.#sources.set(safe, `${comment.join('')}export type ${safe} = ${this.of(schema)};\n`);
    return safe;
  }
}

/** Returns the name of the arguments of an operation. */
export function toArgumentsName(id: string): string {
  return `${pascalCase(id)}Args`;
}

function joinUnion(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function parenthesize(type: string): string {
  return / [|&] /.test(type) && !/^\{[\s\S]*\}$/.test(type) ? `(${type})` : type;
}

/** Converts a value to a TypeScript literal with single quotes. */
export function toLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Returns a field name, quoted where necessary. */
function toKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : toLiteral(name);
}

/** Indents every line that is not empty. */
export function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, INDENT);
}

/** Returns the lines of a documentation comment; none for an empty text. */
export function toComment(lines: string[]): string[] {
  const text = lines.join('\n').trim().replaceAll('*/', '* /');
  if (text === '') return [];
  const all = text.split('\n');
  if (all.length === 1) return [`/** ${text} */`];
  return ['/**', ...all.map(line => ` * ${line}`.trimEnd()), ' */'];
}
