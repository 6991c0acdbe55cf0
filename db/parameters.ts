import { Column, type InferSelectModel, is, Param, Placeholder, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Parameter } from './client.ts';

/**
 * The type of a statement's parameter: the values of a column, also null with `{ nullable: column }`, or any number or
 * string.
 */
type ParameterType = Column | { nullable: Column } | NumberConstructor | StringConstructor;

/** The parameters of a statement by name. */
export type ParameterTypes = Record<string, ParameterType>;

type ParameterValue<P> = P extends Column
  ? P['_']['data']
  : P extends { nullable: infer C extends Column }
    ? C['_']['data'] | null
    : P extends NumberConstructor
      ? number
      : string;

/** One parameter per column. */
export type ColumnParameters<C extends Record<string, Column>> = {
  [K in keyof C]: C[K]['_']['notNull'] extends true ? C[K] : { nullable: C[K] };
};

/** The values that a call of the statement must pass. */
export type Arguments<P extends ParameterTypes> = { [K in keyof P]: ParameterValue<P[K]> };

/** The placeholders with which the statement is written. */
export type Placeholders<P extends ParameterTypes> = {
  readonly [K in keyof P & string]: Placeholder<K, ParameterValue<P[K]>>;
};

/** The numeric columns of a table. */
export type NumericKey<T extends SQLiteTable> = {
  [K in keyof InferSelectModel<T> & string]: InferSelectModel<T>[K] extends number ? K : never;
}[keyof InferSelectModel<T> & string];

export function createPlaceholders<P extends ParameterTypes>(parameters: P): Placeholders<P> {
  const placeholders = Object.keys(parameters).map(name => [name, sql.placeholder(name)]);
  return Object.fromEntries(placeholders) as Placeholders<P>;
}

/** Returns the value to bind, given the arguments of a call. */
export type Binding = (args: Record<string, unknown>) => Parameter;

/** Uses a loop instead of `map`, because it runs for every statement. */
export function bindAll(bindings: readonly Binding[], args: Record<string, unknown>): Parameter[] {
  const values: Parameter[] = [];
  for (const bind of bindings) values.push(bind(args));
  return values;
}

/** Creates the binding of a parameter in Drizzle's SQL: a placeholder, or a constant. */
export function createBinding(param: unknown, parameters: ParameterTypes): Binding {
  // Drizzle wraps the placeholders of inserted values in a Param, and no others.
  const placeholder = is(param, Param) ? param.value : param;
  if (!is(placeholder, Placeholder)) return () => param as Parameter;
  const { name } = placeholder;
  const type = parameters[name];
  if (type === undefined) throw new Error(`Undeclared parameter ${name}`);
  const column = typeof type === 'object' && 'nullable' in type ? type.nullable : type;
  if (!is(column, Column)) return args => args[name] as Parameter;
  const encode = createEncoder(column);
  return args => encode(args[name]);
}

/** Creates the encoder of a column's values. Strings and numbers are bound unchanged. */
export function createEncoder(column: Column): (value: unknown) => Parameter {
  const isPlain = column.dataType === 'string' || column.dataType === 'number';
  return value => {
    if (value === undefined || value === null) return null;
    return (isPlain ? value : column.mapToDriverValue(value)) as Parameter;
  };
}
