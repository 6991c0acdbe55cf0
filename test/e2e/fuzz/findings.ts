/** The categories of findings, in the order of the report; each must be empty at the end. */
export const CATEGORIES = {
  serverErrors: '5xx',
  offContract: 'responses that violate the contract',
  stored: 'stored by refused requests',
  accepted: 'broken requests that were accepted',
  lists: 'lists and records broken',
  stalls: 'stalls above 50 ms',
} as const;
export type Category = keyof typeof CATEGORIES;

/** A problem, with the first request that showed it. */
export interface Finding {
  category: Category;
  operation: string;
  problem: string;
  example: string;
  times: number;
}

/** Values that differ between occurrences of the same problem. */
const VARIABLE = /[a-z]{3}_[0-9a-z]{26}|\d+(\.\d+)?/g;
const SHOWN_CHARACTERS = 600;

/** Findings by message, with the number of occurrences. */
export class Findings {
  readonly #all = new Map<string, Finding>();

  add(category: Category, operation: string, problem: string, example: string): void {
    const key = `${category} ${operation} ${problem.replaceAll(VARIABLE, '#')}`;
    const known = this.#all.get(key);
    if (known) known.times++;
    else this.#all.set(key, { category, operation, problem, example, times: 1 });
  }

  of(category: Category): Finding[] {
    return [...this.#all.values()].filter(finding => finding.category === category);
  }

  get count(): number {
    return this.#all.size;
  }

  /** Formats one line per category, then each finding with its example. */
  report(): string[] {
    const categories = Object.keys(CATEGORIES) as Category[];
    const totals = categories.map(category => {
      const found = this.of(category);
      const times = found.reduce((sum, finding) => sum + finding.times, 0);
      return `${CATEGORIES[category]}: ${times}${times > found.length ? ` (${found.length} different)` : ''}`;
    });
    const details = categories.flatMap(category => this.of(category).map(finding => detail(finding)));
    return [...totals, ...details];
  }
}

function detail({ category, operation, problem, example, times }: Finding): string {
  const shown = example.length > SHOWN_CHARACTERS ? `${example.slice(0, SHOWN_CHARACTERS)}…` : example;
  return `  ${CATEGORIES[category]}, ${times}×: ${operation}: ${problem}\n    ${shown}`;
}
