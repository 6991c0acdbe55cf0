import { describe, expect, test } from 'bun:test';
import { AppError } from '../../src/errors.ts';
import { createPasswords } from '../../src/platform/security/passwords.ts';

const CHEAP = { memoryKib: 8, passes: 1 };
const codeOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    error => (error instanceof AppError ? error.code : String(error)),
  );
const countOutcomes = (codes: string[], code: string) => codes.filter(each => each === code).length;

describe('password hashing', () => {
  test('hashes are salted argon2id with at least 19 MiB and 2 passes', async () => {
    const passwords = createPasswords();
    const [one, two] = await Promise.all([passwords.hash('secret one'), passwords.hash('secret one')]);
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(one as string) ?? [];
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(one).not.toBe(two);
  });

  test('a password matches only its own hash, and nothing matches without a hash', async () => {
    const passwords = createPasswords(CHEAP);
    const hash = await passwords.hash('secret one');
    expect(await passwords.verify('secret one', hash)).toBe(true);
    expect(await passwords.verify('secret onf', hash)).toBe(false);
    expect(await passwords.verify('a password of no user', null)).toBe(false);
  });
});

describe('a password from another device', () => {
  const passwords = createPasswords(CHEAP);
  const COMPOSED = 'caf\u00e9 au lait noir 99';
  const DECOMPOSED = 'cafe\u0301 au lait noir 99';

  test.each([
    ['accents in two characters', COMPOSED, DECOMPOSED],
    ['accents in one character', DECOMPOSED, COMPOSED],
    ['full-width digits', 'secret 2026', 'secret ２０２６'],
    ['a ligature', 'office \ufb01sh 12', 'office fish 12'],
    ['syllables in letters', '비밀번호 비밀번호', '비밀번호 비밀번호'.normalize('NFD')],
    ['another order of marks', 'q\u0323\u0307 lorem ipsum', 'q\u0307\u0323 lorem ipsum'],
  ])('matches with %s', async (_, chosen, typed) => {
    expect(await passwords.verify(typed, await passwords.hash(chosen))).toBe(true);
  });

  test('matches a hash of before, which is of the password as it was typed, and no other', async () => {
    const options = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const;
    const former = await Bun.password.hash(DECOMPOSED, options);
    expect(await passwords.verify(DECOMPOSED, former)).toBe(true);
    expect(await passwords.verify(`${DECOMPOSED}.`, former)).toBe(false);
    expect(await passwords.verify(DECOMPOSED, null)).toBe(false);
  });

  test('differs in case, spaces and accents', async () => {
    const hash = await passwords.hash(COMPOSED);
    for (const other of [COMPOSED.toUpperCase(), ` ${COMPOSED}`, 'cafe au lait noir 99'])
      expect(await passwords.verify(other, hash)).toBe(false);
  });
});

describe('concurrency limit of 4 running and 64 queued hashes', () => {
  test('the 69th request gets UNAVAILABLE with Retry-After, and the others complete', async () => {
    const passwords = createPasswords(CHEAP);
    const tasks = Array.from({ length: 70 }, () => passwords.hash('secret one'));
    const codes = await Promise.all(tasks.map(codeOf));
    expect([countOutcomes(codes, 'done'), countOutcomes(codes, 'UNAVAILABLE')]).toEqual([68, 2]);
    const refusal = await Promise.all(Array.from({ length: 69 }, () => passwords.hash('x'))).catch(
      error => error,
    );
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
  });

  test('the queue accepts requests again afterwards', async () => {
    const passwords = createPasswords(CHEAP);
    await Promise.all(Array.from({ length: 80 }, () => codeOf(passwords.hash('secret one'))));
    expect(await codeOf(passwords.hash('secret one'))).toBe('done');
  });

  test('a first comparison rejected because the queue is full does not affect later ones', async () => {
    const passwords = createPasswords(CHEAP);
    const crowd = Promise.all(Array.from({ length: 68 }, () => passwords.hash('secret one')));
    expect(await codeOf(passwords.verify('x', null))).toBe('UNAVAILABLE');
    await crowd;
    expect(await passwords.verify('x', null)).toBe(false);
  });

  test('an invalid hash releases its slot', async () => {
    const passwords = createPasswords(CHEAP);
    await Promise.all(Array.from({ length: 10 }, () => codeOf(passwords.verify('x', 'no hash'))));
    expect(await codeOf(passwords.hash('secret one'))).toBe('done');
  });
});
