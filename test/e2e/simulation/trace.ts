/** The events of a run, as lines. Their sum tells whether two runs were the same. */
export class Trace {
  readonly problems: string[] = [];
  readonly #sum = new Bun.CryptoHasher('sha256');
  readonly #print: ((line: string) => void) | undefined;
  lines = 0;

  /** @param print called with each line */
  constructor(print?: (line: string) => void) {
    this.#print = print;
  }

  note(line: string): void {
    this.lines += 1;
    this.#sum.update(`${line}\n`);
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
