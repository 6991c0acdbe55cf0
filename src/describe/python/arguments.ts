import { pascalCase } from '../../platform/names.ts';
import type { Schema } from '../openapi/document.ts';
import type { Input, OperationCall } from '../operation-calls.ts';
import { VARIANTS, type Variant } from '../variants.ts';
import { toIdentifier } from './text.ts';
import type { PythonTypes } from './types.ts';

/** An argument of a method. */
export interface Argument {
  input: Input;
  name: string;
  type: string;
}

/** A way to call a method that answers one type. */
interface Overload {
  arguments: Argument[];
  returns: string;
}

export function toArguments({ id, inputs }: OperationCall, types: PythonTypes): Argument[] {
  return inputs.map(input => toArgument(id, input, types));
}

function toArgument(id: string, input: Input, types: PythonTypes): Argument {
  return {
    input,
    name: toIdentifier(input.name),
    type: types.of(input.schema, pascalCase(id) + pascalCase(input.name)),
  };
}

/** Returns whether null is a value of the input. */
export function isNullable({ schema }: Input): boolean {
  return schema.anyOf?.some(variant => variant.type === 'null') ?? false;
}

/** Lists the overloads of an operation whose result depends on its request; none for other operations. */
export function listOverloads(call: OperationCall, types: PythonTypes): Overload[] {
  return (VARIANTS[call.id] ?? []).map(variant => ({
    arguments: selectInputs(call, variant, types).map(input => toArgument(call.id, input, types)),
    returns: types.of({ $ref: `#/components/schemas/${variant.result}` }, variant.result),
  }));
}

function selectInputs({ inputs, ...call }: OperationCall, variant: Variant, types: PythonTypes): Input[] {
  const branch = variant.action ? types.findBranch(findBody(call), variant.action) : undefined;
  return inputs.flatMap(input => {
    if (input.name === variant.without) return [];
    if (input.name === variant.requires) return [{ ...input, isRequired: true }];
    if (input.place !== 'body' || !branch) return [input];
    const schema = branch.properties?.[input.apiName];
    if (!schema) return [];
    return [{ ...input, schema, isRequired: branch.required?.includes(input.apiName) ?? false }];
  });
}

function findBody({ operation, bodyType }: Pick<OperationCall, 'operation' | 'bodyType'>): Schema {
  return (bodyType && operation.requestBody?.content[bodyType]?.schema) || {};
}
