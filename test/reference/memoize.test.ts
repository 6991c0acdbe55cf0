import { expect, test } from 'bun:test';
import { memoize } from '../../src/library/memoize.ts';

/** Creates a memoized function that records its calls. */
function createCountingFunction() {
  const asked: string[] = [];
  const answer = memoize(
    (question: string) => {
      asked.push(question);
      return question.length;
    },
    question => question,
  );
  return { asked, answer };
}

test('a memoized function computes each result once', () => {
  const { asked, answer } = createCountingFunction();
  expect(['a', 'bb', 'a', 'bb'].map(answer)).toEqual([1, 2, 1, 2]);
  expect(asked).toEqual(['a', 'bb']);
});

test('the cache is limited: long keys are not stored, and too many entries clear it', () => {
  const { asked, answer } = createCountingFunction();
  const long = 'x'.repeat(301);
  for (const question of [long, long]) answer(question);
  expect(asked).toEqual([long, long]);
  for (let n = 0; n < 1_001; n++) answer(`q${n}`);
  answer('q0');
  expect(asked.filter(question => question === 'q0')).toHaveLength(2);
});
