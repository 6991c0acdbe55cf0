/** The events of a run, as lines. Their sum tells whether two runs were the same. */
export class Trace {
  readonly problems: string[] = [];
  readonly #sum = new Bun.CryptoHasher('sha256');
  readonly #print: ((line: string) => void) | undefined;

  /** @param print called with each line */
  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  /** @param rest more about it, which is too long to print */
  note(line: string, rest: unknown = null): void {
    this.#sum.update(`${line} ${JSON.stringify(rest)}\n`);
    this.#print?.(`${new Date().toISOString()} ${line}`);
  }

  problem(text: string): void {
    this.note(`PROBLEM ${text}`);
    this.problems.push(text);
  }

  get sum(): string {
    return this.#sum.copy().digest('hex');
  }
}
