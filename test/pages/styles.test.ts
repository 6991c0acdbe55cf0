import { expect, test } from 'bun:test';
import { Glob } from 'bun';

const DASHBOARD = `${import.meta.dir}/../../src/dashboard`;

async function readAll(pattern: string): Promise<string> {
  const files = [...new Glob(pattern).scanSync(DASHBOARD)];
  return (await Promise.all(files.map(file => Bun.file(`${DASHBOARD}/${file}`).text()))).join('\n');
}

test('no selector is cut off', async () => {
  const styles = await readAll('styles/*.css');
  expect(styles.match(/[.#][\w-]*-(?=[.#\s,{:>])/g) ?? []).toEqual([]);
});

// The scenes leave this rule of axe out, which loads all styles of a page again.
test('no style depends on how a device is turned', async () => {
  expect(await readAll('styles/*.css')).not.toMatch(/\borientation\s*:/);
});

test('every class name of a dashboard component has a style rule', async () => {
  const styles = await readAll('styles/*.css');
  const rules = new Set([...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const components = await readAll('**/*.tsx');
  const names = [...components.matchAll(/\bclass(?:Name)?="([^"]+)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  );
  // A plain button has only the base style.
  expect(names.filter(name => !rules.has(name) && name !== 'plain')).toEqual([]);
});
