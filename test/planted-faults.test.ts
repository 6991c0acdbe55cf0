import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import type { PlantedFault } from './support/planted-faults/fault.ts';

const FOLDER = `${import.meta.dir}/support/planted-faults`;
const ROOT = `${import.meta.dir}/..`;

test('every planted fault still applies to the source, and names tests that exist', async () => {
  let count = 0;
  for (const file of new Glob('*.ts').scanSync(FOLDER))
    for (const faults of Object.values<PlantedFault[]>(await import(`${FOLDER}/${file}`)))
      for (const { name, file, find, tests, on } of faults) {
        const source = await Bun.file(`${ROOT}/${file}`).text();
        expect([name, source.split(find).length - 1]).toEqual([name, 1]);
        // Scenes are named by their titles.
        for (const path of on === 'browser' ? [] : tests)
          expect([path, await Bun.file(`${ROOT}/${path}`).exists()]).toEqual([path, true]);
        count++;
      }
  expect(count).toBeGreaterThanOrEqual(60);
});
