import type { OpenApiDocument, Schema } from './document.ts';

const COMPONENT = '#/components/schemas/';
const EXAMPLE_KEYWORDS = new Set(['example', 'examples']);

/**
 * Returns the document without examples and without the payloads of webhooks, for tools and models that read it as a
 * whole. All operations and records stay.
 */
export function toCompactDocument(document: OpenApiDocument): OpenApiDocument {
  const { webhooks: _, components, ...rest } = document;
  const { examples: __, ...kept } = components;
  const schemas = { ...components.schemas, Event: toPlainEvent(components.schemas) };
  const plain = withoutExamples({ ...rest, components: { ...kept, schemas } }) as OpenApiDocument;
  const used = findUsed(plain);
  return {
    ...plain,
    components: {
      ...plain.components,
      schemas: Object.fromEntries(
        Object.entries(plain.components.schemas).filter(([name]) => used.has(name)),
      ),
      parameters: Object.fromEntries(
        Object.entries(plain.components.parameters).filter(([name]) =>
          JSON.stringify(plain.paths).includes(`"#/components/parameters/${name}"`),
        ),
      ),
    },
  };
}

/** Returns one schema for all kinds of events, whose record is any object. */
function toPlainEvent(schemas: Record<string, Schema>): Schema {
  const { anyOf = [], discriminator, description } = schemas.Event ?? {};
  const [first] = anyOf.map(({ $ref }) => schemas[getName($ref)]);
  const { data, type, ...envelope } = first?.properties ?? {};
  return {
    ...(description ? { description } : {}),
    type: 'object',
    ...(first?.required ? { required: first.required } : {}),
    properties: {
      ...envelope,
      type: {
        ...(type?.description ? { description: type.description } : {}),
        type: 'string',
        enum: Object.keys(discriminator?.mapping ?? {}),
      },
      data: { ...(data?.description ? { description: data.description } : {}), type: 'object' },
    },
  };
}

/** Removes examples. `parent` is the keyword that contains the node, because a field may be named `example`. */
function withoutExamples(node: unknown, parent?: string): unknown {
  if (Array.isArray(node)) return node.map(item => withoutExamples(item));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => parent === 'properties' || !EXAMPLE_KEYWORDS.has(name))
      .map(([name, value]) => [name, withoutExamples(value, name)]),
  );
}

/** Returns the names of the schemas that the operations use, also through others. */
function findUsed({ paths, components }: OpenApiDocument): Set<string> {
  const { schemas, ...others } = components;
  const used = new Set<string>();
  const visit = (node: unknown) => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === undefined || used.has(name)) continue;
      used.add(name);
      visit(schemas[name]);
    }
  };
  visit([paths, others]);
  return used;
}

function getName(reference: string | undefined): string {
  return reference?.slice(COMPONENT.length) ?? '';
}
