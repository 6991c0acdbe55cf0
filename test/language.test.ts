import { describe, expect, test } from 'bun:test';
import { LANGUAGE_RULES, languageProblems } from './support/language.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const DOCUMENTS = ['README.md', 'CHANGELOG.md', '.github/**/*.{md,yml,yaml,service,conf}'];
const SOURCES = '{src,cli,db,seed,test}/**/*.{ts,tsx,md,css,sql}';
/** The rules themselves, texts that quote other sources, and migrations, which never change once they are released. */
const EXEMPT =
  /^(test\/(support\/language\.ts|language\.test\.ts|support\/hostile\.ts)|db\/migrations\/00(15|20|23)_\w+\.sql)$/;

const paths = [SOURCES, ...DOCUMENTS]
  .flatMap(pattern => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })])
  .filter(path => !EXEMPT.test(path))
  .sort();

describe('the language of the project', () => {
  test('the language rules cover all sources, tests and documents', () => {
    expect(paths.length).toBeGreaterThan(900);
  });

  test.each(LANGUAGE_RULES.map(rule => [rule.name, rule] as const))(
    'the rule "%s" refuses its example',
    (_, rule) => {
      expect(languageProblems(rule.example).map(problem => problem.rule.name)).toContain(rule.name);
    },
  );

  test.each([
    'The books and trades of everybody',
    "test('nobody can read it', () => {",
    "throw new Error('Nobody could log in');",
    "email: 'nobody@shop.example'",
  ])('"%s" names no role', line => {
    expect(languageProblems(line).map(problem => problem.rule.name)).toEqual(['no pronoun for a role']);
  });

  test("'nobody' is allowed as an account of Unix", () => {
    expect(languageProblems("const users = ['postgres', 'nobody'];")).toEqual([]);
  });

  test('follows the rules in every file', async () => {
    const problems = await Promise.all(
      paths.map(async path =>
        languageProblems(await Bun.file(ROOT + path).text()).map(
          ({ line, text, rule }) => `${path}:${line} ${rule.name} (${rule.instead}): ${text}`,
        ),
      ),
    );
    expect(problems.flat()).toEqual([]);
  });
});
