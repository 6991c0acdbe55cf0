import { describe, expect, test } from 'bun:test';
import { addRelease, readSection } from '../../cli/build/release-notes.ts';
import { generateKeyPair } from '../../src/platform/ed25519.ts';
import { UpdateError } from '../../src/updates/errors.ts';
import {
  assertReplaceable,
  findNewest,
  isNewer,
  listNotes,
  type Release,
  readReleaseList,
  signReleaseList,
} from '../../src/updates/release-list.ts';

const KEYS = generateKeyPair();
const release = (version: string, more: Partial<Release> = {}): Release => ({
  version,
  date: '2026-12-01',
  notes: `What changes in ${version}`,
  schema: '0083_mandates',
  files: { 'perkmint-linux-x64': { sha256: 'a'.repeat(64), bytes: 1, url: `v${version}/perkmint` } },
  ...more,
});
const issuedAt = '2026-12-01T00:00:00.000Z';
const sign = (...releases: Release[]) => JSON.stringify(signReleaseList({ issuedAt, releases }, KEYS));
const read = (text: string, key = KEYS.publicKey) =>
  readReleaseList(text, [generateKeyPair().publicKey, key]);

describe('the list of releases', () => {
  test('is sorted by version, not by text, and says what is newest without previews', () => {
    const list = read(sign(release('0.9.0'), release('0.10.0'), release('1.0.0-beta.1')));
    expect(list.releases.map(({ version }) => version)).toEqual(['1.0.0-beta.1', '0.10.0', '0.9.0']);
    expect(findNewest(list)?.version).toBe('0.10.0');
    expect(findNewest(read(sign()))).toBeUndefined();
  });

  test('shows the notes of all versions between the present one and the wanted one', () => {
    const list = read(sign(release('0.3.0'), release('0.5.0'), release('0.4.0'), release('0.2.0')));
    expect(listNotes(list, '0.2.0', '0.4.0').map(({ notes }) => notes)).toEqual([
      'What changes in 0.4.0',
      'What changes in 0.3.0',
    ]);
  });

  test('is refused with another signer, after any change, and as a document of another kind', () => {
    const text = sign(release('0.3.0'));
    expect(() => read(text, generateKeyPair().publicKey)).toThrow('which is not trusted');
    expect(() => read(text.replace('0.3.0', '0.3.1'))).toThrow('altered after it was signed');
    const document = JSON.parse(text);
    const forged = { ...document, format: 'perkmint-reference-1' };
    for (const other of ['', 'null', '[]', '{}', JSON.stringify(forged)])
      expect(() => read(other)).toThrow(
        new UpdateError('list of releases must be a file of format perkmint-releases-1'),
      );
  });

  test('is refused with content that this version does not understand', () => {
    const wrong = [
      { ...release('0.3.0'), version: '../../0.3.0' },
      release('0.3.0', { files: { x: { sha256: 'short', bytes: 1, url: 'x' } } }),
      release('0.3.0', { files: { x: { sha256: 'a'.repeat(64), bytes: 2 ** 40, url: 'x' } } }),
    ];
    for (const each of wrong) expect(() => read(sign(each))).toThrow('is not valid');
    const extended = { ...release('0.3.0'), severity: 'security' } as Release;
    expect(read(sign(extended)).releases).toHaveLength(1);
  });

  test('allows newer versions, and earlier ones of the same minor version', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true);
    for (const [from, to] of [
      ['0.3.0', '0.4.0'],
      ['0.3.2', '0.3.0'],
      ['0.3.0', '0.3.0'],
      ['0.9.0', '1.0.0'],
    ])
      expect(assertReplaceable(from!, to!)).toBeUndefined();
    expect(() => assertReplaceable('0.4.0', '0.3.9')).toThrow('only versions 0.4.x can replace each other');
    expect(() => assertReplaceable('1.3.0', '0.3.0')).toThrow('0.3.0 is older than 1.3.0');
  });
});

describe('a release in the making', () => {
  test('takes its date and its plain words from the changelog', () => {
    const changelog =
      '# Changelog\n\n## [0.3.0] - 2026-12-01\n\nStaff find\nmembers by name.\n\nFaster.\n\n### Added\n\n- X\n';
    expect(readSection(changelog, '0.3.0')).toEqual({
      date: '2026-12-01',
      notes: 'Staff find members by name.\n\nFaster.',
    });
    expect(() => readSection(changelog, '0.4.0')).toThrow('has no section of 0.4.0');
    expect(() => readSection(changelog.replace('0.3.0', '0x3.0'), '0.3.0')).toThrow('has no section');
    expect(() => readSection('## [0.3.0] - 2026-12-01\n\n### Added\n', '0.3.0')).toThrow('in plain words');
  });

  test('replaces an earlier build of its version, and may not migrate within a minor version', () => {
    const former = [release('0.3.0'), release('0.2.0', { schema: '0071_other' })];
    const versions = (releases: Release[]) => releases.map(({ version }) => version);
    expect(versions(addRelease(former, release('0.3.1')))).toEqual(['0.3.1', '0.3.0', '0.2.0']);
    expect(versions(addRelease(former, release('0.3.0', { schema: '0084_new' })))).toEqual([
      '0.3.0',
      '0.2.0',
    ]);
    expect(() => addRelease(former, release('0.3.1', { schema: '0084_new' }))).toThrow(
      'needs a new minor version',
    );
    expect(versions(addRelease(former, release('0.4.0', { schema: '0084_new' })))).toEqual([
      '0.4.0',
      '0.3.0',
      '0.2.0',
    ]);
  });
});
