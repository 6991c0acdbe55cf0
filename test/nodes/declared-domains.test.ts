import { expect, test } from 'bun:test';
import { Glob } from 'bun';

const SOURCES = new URL('../../src/', import.meta.url).pathname;
/** Folders whose transactions run side by side, because most requests of a busy installation end there. */
const DECLARED = ['campaigns', 'exchange', 'programs', 'rewards', 'submissions', 'verification', 'webhooks'];
/** Transactions in those folders that run alone on purpose: rare changes of endpoints, which others read. */
const ALONE = [
  'webhooks/service/deliveries.ts: 4',
  'webhooks/service/endpoints.ts: 4',
  'webhooks/service/replay.ts: 1',
];

const OPENING = '([{';
const CLOSING = ')]}';

/** Returns the arguments of the call whose parenthesis opens before `start`. */
function readArguments(text: string, start: number): string[] {
  const found = [''];
  let depth = 0;
  for (const character of text.slice(start)) {
    if (CLOSING.includes(character) && depth-- === 0) break;
    if (OPENING.includes(character)) depth++;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found.map(argument => argument.trim()).filter(argument => argument !== '');
}

/** Counts the calls of `atomically` without a domain that open a transaction: those with a `tx` are savepoints. */
function countWithoutDomain(text: string): number {
  const calls = [...text.matchAll(/\batomically\(/g)].map(({ 0: name, index }) =>
    readArguments(text, index + name.length),
  );
  return calls.filter(([context = '', , domain]) => domain === undefined && context !== 'tx').length;
}

test('every transaction of a busy service names its domain, except those that run alone on purpose', async () => {
  const found: string[] = [];
  for (const folder of DECLARED)
    for await (const file of new Glob(`${folder}/**/*.ts`).scan(SOURCES)) {
      const count = countWithoutDomain(await Bun.file(`${SOURCES}${file}`).text());
      if (count > 0) found.push(`${file}: ${count}`);
    }
  expect(found.sort()).toEqual(ALONE);
});
