/** Bounds the memory: what campaigns ask about is a few dozen combinations, what somebody makes up is endless. */
const MOST_ANSWERS = 1_000;
const LONGEST_KEY = 300;

/** The same function, its answers kept by `keyOf` the question. For pure functions whose answers nobody changes. */
export function memoize<Q, A>(answer: (question: Q) => A, keyOf: (question: Q) => string) {
  const answers = new Map<string, A>();
  return (question: Q): A => {
    const key = keyOf(question);
    const known = answers.get(key);
    if (known !== undefined) return known;
    const found = answer(question);
    if (answers.size >= MOST_ANSWERS) answers.clear();
    if (key.length <= LONGEST_KEY) answers.set(key, found);
    return found;
  };
}
