import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { buildSbom } from '../../cli/build/sbom.ts';
import manifest from '../../package.json';

const ROOT = join(import.meta.dir, '../..');
const PRODUCT = { name: 'perkmint', version: '1.2.3', license: 'MIT', date: '2026-06-01' };

interface Component {
  name: string;
  group?: string;
  version: string;
  purl: string;
  'bom-ref': string;
  hashes?: unknown[];
  licenses?: unknown[];
}

describe('the bill of materials', () => {
  let text: string;
  let components: Component[];
  let dependencies: { ref: string; dependsOn?: string[] }[];

  beforeAll(() => {
    text = buildSbom(ROOT, PRODUCT, '1.4.5');
    ({ components, dependencies } = JSON.parse(text));
  });

  const named = (name: string) =>
    components.filter(({ group, name: bare }) => (group ? `${group}/${bare}` : bare) === name);

  test('conforms to the schema of CycloneDX 1.6', async () => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
  });

  test('lists every runtime dependency in its installed version, and the runtime', () => {
    for (const [name, version] of Object.entries(manifest.dependencies)) {
      expect(named(name).map(component => component.version)).toContain(version);
    }
    expect(named('bun')[0]?.version).toBe('1.4.5');
  });

  test('excludes development dependencies', () => {
    expect(named('@biomejs/biome')).toEqual([]);
    expect(named('typescript')).toEqual([]);
    expect(named('drizzle-kit')).toEqual([]);
  });

  test('lists the hash, license and dependencies of each package', () => {
    const packages = components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
    expect(packages.filter(({ hashes }) => !hashes).map(({ name }) => name)).toEqual([]);
    expect(packages.filter(({ licenses }) => !licenses).map(({ name }) => name)).toEqual([]);
    const known = new Set(components.map(component => component['bom-ref']));
    const named = dependencies.flatMap(({ dependsOn = [] }) => dependsOn);
    expect(named.filter(ref => !known.has(ref))).toEqual([]);
    expect(dependencies.find(({ ref }) => ref.startsWith('elysia@'))?.dependsOn).toBeTruthy();
  });

  test('the bill of materials is reproducible for the same sources', () => {
    expect(buildSbom(ROOT, PRODUCT, '1.4.5')).toBe(text);
  });
});
