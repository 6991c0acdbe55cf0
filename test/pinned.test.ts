import { expect, test } from 'bun:test';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');

test('images and actions are pinned by digest, and Bun to the version of package.json', async () => {
  const { packageManager } = await Bun.file(join(ROOT, 'package.json')).json();
  const dockerfile = await Bun.file(join(ROOT, 'Dockerfile')).text();
  const images = dockerfile.match(/^FROM .*/gm) ?? [];
  expect(images.length).toBeGreaterThan(0);
  expect(images.filter(image => !/@sha256:[0-9a-f]{64}( AS \w+)?$/.test(image))).toEqual([]);
  const files = await Array.fromAsync(new Bun.Glob('.github/workflows/*.yml').scan({ cwd: ROOT, dot: true }));
  const workflows = await Promise.all(files.map(file => Bun.file(join(ROOT, file)).text()));
  const uses = workflows
    .flatMap(text => text.match(/uses: .*/g) ?? [])
    .filter(each => !each.includes('uses: ./'));
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter(each => !/@[0-9a-f]{40} # v\d/.test(each))).toEqual([]);
  const versions = [dockerfile, ...workflows].flatMap(text => text.match(/\bbun@[\d.]+/g) ?? []);
  expect(new Set(versions)).toEqual(new Set([packageManager]));
});
