/*
 * The formula at the head of an action's valueBasis, such as `0.28% x 59 actions x 12 months x 5.42 CPC x
 * (40/83, share of consumers …)`. Words describe the numbers and are skipped, so that the published text is itself
 * the formula. Grammar: product = factor { ("x" | "/") factor } · factor = words (number | "(" product … ")") words.
 */

const FIGURES = '. Figures:';
/** A parenthesis that does not start with a digit is a remark: `(one year of organic views)`. */
const REMARK = /\((?!\d)[^)]*\)/g;
/** Inside a parenthesis, the text after a comma explains the ratio: `(6.6 / 11.97, the CPM ratio)`. */
const RATIO_NOTE = /,[^)]*\)/g;
const TOKEN = /\s*(?:(\d+(?:\.\d+)?)(%?)|([A-Za-z]+(?:-[A-Za-z]+)*)|([/()]))/y;

type Token = number | 'x' | '/' | '(' | ')';

/**
 * Evaluates the formula of `valueBasis` in US dollars, unrounded; undefined if it is not a formula. With an equals
 * sign, the part after it counts.
 */
export function evaluateFormula(valueBasis: string): number | undefined {
  const head = valueBasis.split(FIGURES)[0]!;
  const formula = head.slice(head.lastIndexOf('=') + 1);
  const tokens = tokenize(formula.replace(REMARK, '').replace(RATIO_NOTE, ')'));
  if (tokens === undefined) return undefined;
  const result = parseProduct(tokens, 0);
  return result !== undefined && result.next === tokens.length ? result.value : undefined;
}

/** Lists the unit prices in a formula: the numbers before CPM or CPC. */
export function listUnitPrices(valueBasis: string): { metric: 'cpm' | 'cpc'; value: number }[] {
  const head = valueBasis.split(FIGURES)[0]!;
  return [...head.matchAll(/(\d+(?:\.\d+)?) (CPM|CPC)\b/g)].map(([, value, metric]) => ({
    metric: metric === 'CPM' ? 'cpm' : 'cpc',
    value: Number(value),
  }));
}

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (match === null) return undefined;
    const [, digits, percent, word, sign] = match;
    if (digits !== undefined) tokens.push(percent ? Number(digits) / 100 : Number(digits));
    else if (sign !== undefined) tokens.push(sign as Token);
    else if (word === 'x') tokens.push('x');
    else if (word === 'one') tokens.push(1);
  }
  return tokens;
}

interface Parsed {
  value: number;
  next: number;
}

function parseProduct(tokens: Token[], start: number): Parsed | undefined {
  let left = parseFactor(tokens, start);
  while (left !== undefined && (tokens[left.next] === 'x' || tokens[left.next] === '/')) {
    const right = parseFactor(tokens, left.next + 1);
    if (right === undefined) return undefined;
    const value: number = tokens[left.next] === 'x' ? left.value * right.value : left.value / right.value;
    left = { value, next: right.next };
  }
  return left;
}

function parseFactor(tokens: Token[], start: number): Parsed | undefined {
  const token = tokens[start];
  if (typeof token === 'number') return { value: token, next: start + 1 };
  if (token !== '(') return undefined;
  const inner = parseProduct(tokens, start + 1);
  return inner !== undefined && tokens[inner.next] === ')' ? { ...inner, next: inner.next + 1 } : undefined;
}
