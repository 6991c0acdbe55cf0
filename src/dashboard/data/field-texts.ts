import type { ApiError } from './api.ts';

type Describe = (error: ApiError | undefined, field: string) => string | undefined;

let describe: Describe | undefined;

/** Loads the texts for rejected values, which most visits of a form don't need. */
export async function loadFieldTexts(): Promise<void> {
  ({ describeField: describe } = await import('./issues.ts'));
}

/** Returns the text of an error for a field, or the API's own text if the texts can't be loaded. */
export const describeFieldError: Describe = (error, field) =>
  describe ? describe(error, field) : error?.takeDetail(field)?.issue;
