import { pascalCase } from '../../platform/names.ts';
import type { EventOperation, Operation, Parameter, Reference } from './document.ts';

/** Uses from which a parameter is described once. */
const MIN_USES = 5;

/**
 * Moves parameters that several operations have, such as those of all lists, to components, and leaves references.
 * @returns the components by name
 */
export function shareParameters(
  operations: readonly (Operation | EventOperation)[],
): Record<string, Parameter> {
  const uses = new Map<string, number>();
  const each = operations.flatMap(({ parameters = [] }) => parameters).filter(node => !('$ref' in node));
  for (const parameter of each) {
    const text = JSON.stringify(parameter);
    uses.set(text, (uses.get(text) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  for (const [text, count] of uses) {
    const parameter = JSON.parse(text) as Parameter;
    const name = pascalCase(`${parameter.in}_${parameter.name}`);
    if (count < MIN_USES || name in shared) continue;
    shared[name] = parameter;
    names.set(text, name);
  }
  for (const operation of operations)
    operation.parameters = operation.parameters?.map((node): Parameter | Reference => {
      const name = names.get(JSON.stringify(node));
      return name === undefined ? node : { $ref: `#/components/parameters/${name}` };
    });
  return shared;
}
