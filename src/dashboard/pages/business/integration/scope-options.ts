import type { SCOPES } from '../../../../../db/enums.ts';
import { keys as t } from '../../../messages/keys/index.ts';
import type { CheckboxOption } from '../../../ui/checkbox-group.tsx';

export type Scope = (typeof SCOPES)[number];

/** Returns scopes as the options of a group, each with what it allows. */
export function toScopeOptions(scopes: readonly Scope[]): CheckboxOption<Scope>[] {
  return scopes.map(value => ({ value, label: t.scopeLabels[value], hint: t.scopeHints[value] }));
}
