import { createInterface } from 'node:readline';
import { UsageError } from './errors.ts';

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const BACKSPACES = ['\u007f', '\b'];
const LINE_ENDS = ['\r', '\n'];

/** Reads a line from the terminal. @throws UsageError at the end of the input */
export function readLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  return new Promise((resolve, reject) => {
    lines.once('line', line => {
      resolve(line.trim());
      lines.close();
    });
    lines.once('close', () => reject(new UsageError('No input received')));
  });
}

/** Reads a line without echo. @param done called at the end of the line, to print the line break */
export function readSecretLine(done: () => void): Promise<string> {
  const { stdin } = process;
  stdin.setRawMode(true);
  stdin.resume();
  stdin.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let secret = '';
    const finish = (settle: () => void): void => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', onData);
      done();
      settle();
    };
    const onData = (chunk: string): void => {
      for (const key of chunk) {
        if (LINE_ENDS.includes(key)) {
          finish(() => resolve(secret));
          break;
        }
        if (key === CTRL_C || key === CTRL_D) {
          finish(() => reject(new UsageError('No input received')));
          break;
        }
        secret = BACKSPACES.includes(key) ? secret.slice(0, -1) : secret + key;
      }
    };
    stdin.on('data', onData);
  });
}
