/** Limits memory: real campaigns need a few dozen entries, but clients can send any input. */
const MAX_ENTRIES = 1_000;
const MAX_KEY_LENGTH = 300;

/** Caches a pure function's results by `keyOf` the argument; results must not be mutated. */
export function memoize<Q, A>(answer: (question: Q) => A, keyOf: (question: Q) => string) {
  const answers = new Map<string, A>();
  return (question: Q): A => {
    const key = keyOf(question);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const found = answer(question);
    if (answers.size >= MAX_ENTRIES) answers.clear();
    if (key.length <= MAX_KEY_LENGTH) answers.set(key, found);
    return found;
  };
}
