import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { createCustomer } from '../support/accounts.ts';
import { createTestApp } from '../support/test-app.ts';
import { upload } from './files.ts';

test('on a full disk, an upload returns 503 with Retry-After and leaves neither file nor row', async () => {
  const ids = createIds(systemClock);
  const known = ids.next('upload');
  const ctx = await createTestApp(
    { UPLOADS: 'folder' },
    { ids: { next: kind => (kind === 'upload' ? known : ids.next(kind)) } },
  );
  const { token } = await createCustomer(ctx);
  const folder = join(ctx.app.services.config.dataDir, 'uploads');
  mkdirSync(folder, { recursive: true });
  // Replaces the target file with a device that is always full.
  symlinkSync('/dev/full', join(folder, `${known}.new`));

  const refused = await upload(ctx, 'png', token);
  expect([refused.status, refused.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(readdirSync(folder)).toEqual([]);

  const later = await upload(ctx, 'png', token);
  expect(later.status).toBe(201);
  expect(readdirSync(folder)).toEqual([known]);
  await ctx.close();
});
