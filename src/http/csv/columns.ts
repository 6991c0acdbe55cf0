import type { TSchema } from '@sinclair/typebox';
import type { CsvCell } from '../../platform/csv.ts';
import { VIOLATION } from '../../platform/schema.ts';
import { fitResponse } from '../mismatched-response.ts';
import type { RouteEntry } from '../routes.ts';

/** Separates the values of a list of words or numbers in one cell. */
const LIST_SEPARATOR = '; ';

/** One column of a list: the fields that lead to its value, such as `reward` and `value`. */
export interface CsvColumn {
  /** The path with dots: `reward.value`. */
  name: string;
  path: readonly string[];
  /** Whether an object in this place has columns of its own. */
  isFlattened: boolean;
  /** Describes the value. */
  schema: TSchema;
}

/**
 * Returns the columns of a list in the order of its item's schema, so that the header is the same with and without
 * items. Fields of nested objects become columns of their own; lists and free-form objects have one.
 * @param included the related records that the request includes; others have no columns
 */
export function listColumns(
  { listItem, querySchema }: Pick<RouteEntry, 'listItem' | 'querySchema'>,
  included: readonly string[] = [],
): CsvColumn[] {
  const columns = new Map<string, CsvColumn>();
  if (listItem) collect(listItem, [], columns);
  const include = querySchema?.properties.include?.[VIOLATION] as { allowed: string[] } | undefined;
  const excluded = include?.allowed.filter(name => !included.includes(name)) ?? [];
  return [...columns.values()].filter(({ path: [field = ''] }) => !excluded.includes(field));
}

function collect(schema: TSchema, path: readonly string[], columns: Map<string, CsvColumn>): void {
  const variants = listVariants(schema);
  const objects = variants.filter(hasFields);
  const isFlattened = objects.length > 0;
  if (variants.some(variant => !hasFields(variant) && variant.type !== 'null'))
    add(columns, { name: path.join('.'), path, isFlattened, schema });
  for (const { properties } of objects)
    for (const [field, property] of Object.entries(properties as Record<string, TSchema>))
      collect(property, [...path, field], columns);
}

/** Fields that several variants of an object have share one column. */
function add(columns: Map<string, CsvColumn>, column: CsvColumn): void {
  const known = columns.get(column.name);
  columns.set(column.name, { ...column, isFlattened: column.isFlattened || known?.isFlattened === true });
}

function listVariants(schema: TSchema): TSchema[] {
  const variants = (schema.anyOf ?? schema.allOf) as TSchema[] | undefined;
  return variants ? variants.flatMap(listVariants) : [schema];
}

function hasFields({ properties }: TSchema): boolean {
  return properties !== undefined && Object.keys(properties).length > 0;
}

/** Returns the cells of an item of a list. Lists of words are joined, other lists and free-form objects are JSON. */
export function toCells(item: unknown, columns: readonly CsvColumn[]): CsvCell[] {
  return columns.map(column => toCell(findValue(item, column.path), column));
}

function findValue(item: unknown, path: readonly string[]): unknown {
  let value = item;
  for (const field of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[field];
  }
  return value;
}

function toCell(value: unknown, { isFlattened, schema }: CsvColumn): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every(each => typeof each !== 'object'))
    return value.join(LIST_SEPARATOR);
  if (isFlattened && !Array.isArray(value)) return null;
  // As in a response, only fields that the schema declares are sent.
  return JSON.stringify(fitResponse(schema, value).body);
}
