import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import { CLI } from '../../src/context.ts';
import { SECOND_MS } from '../../src/platform/clock.ts';
import type { SignedDocument } from '../../src/platform/signed-document.ts';
import {
  applyBundle,
  getReferenceStatus,
  previewBundle,
  refreshReference,
  undoBundle,
} from '../../src/reference/service/bundles.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createBundle, forbidAction, TRUST } from './stricter.ts';

let ctx: TestApp;
beforeEach(async () => {
  ctx = await createTestApp(TRUST);
});
afterEach(() => ctx.close());

const cli = () => ctx.app.as(CLI);
const preview = (bundle: SignedDocument | object) => previewBundle(cli(), JSON.stringify(bundle));
const STRICTER = createBundle(forbidAction('instagram-reel'));
const policyOf = async (id: string) =>
  (await ctx.call('GET', '/actions')).data.items.find((item: { id: string }) => item.id === id).policy;

describe('a signed bundle', () => {
  test('is shown as differences, then applied, and undone', async () => {
    const found = await preview(STRICTER);
    expect(found.changes).toContainEqual({
      record: 'actions/instagram-reel',
      field: 'policy',
      before: 'disclose',
      after: 'forbidden',
    });
    expect(await policyOf('instagram-reel')).toBe('disclose');

    const applied = await applyBundle(cli(), found);
    expect(applied).toMatchObject({ origin: 'bundle', issuedAt: '2027-02-01T00:00:00.000Z' });
    expect(applied.hash).not.toBe(loadReference().hash);
    expect(await policyOf('instagram-reel')).toBe('forbidden');

    expect(await undoBundle(cli())).toMatchObject({ origin: 'builtIn', hash: loadReference().hash });
    expect(await policyOf('instagram-reel')).toBe('disclose');
    expect(undoBundle(cli())).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('that another process applied is loaded by the next refresh, and by the next start', async () => {
    const { services } = ctx.app;
    await applyBundle(cli(), await preview(STRICTER));
    services.reference.replace(loadReference(), null);
    expect(await policyOf('instagram-reel')).toBe('disclose');
    expect(await refreshReference(cli())).toBe(1);
    // Responses of reference data are kept for a second unless this process writes.
    ctx.clock.advance(SECOND_MS);
    expect(await policyOf('instagram-reel')).toBe('forbidden');
    expect(await refreshReference(cli())).toBe(0);
  });

  test('may leave out files, which stay as built in', async () => {
    const { benchmarks } = structuredClone(loadReference().data);
    benchmarks.industries[0]!.name = 'Every industry';
    const { changes } = await preview(createBundle({ benchmarks }));
    expect(changes).toEqual([
      {
        record: `benchmarks/industries/${benchmarks.industries[0]!.id}`,
        field: 'name',
        before: loadReference().data.benchmarks.industries[0]!.name,
        after: 'Every industry',
      },
    ]);
  });
});

describe('a bundle is refused, and nothing changes,', () => {
  const altered = { ...STRICTER, payload: STRICTER.payload.replace('"forbidden"', '"allowed"') };
  const broken = forbidAction('instagram-reel');
  broken.actions.pop();
  const cases: [string, object, { code: string; message: string }][] = [
    ['if one character differs', altered, { code: 'INVALID_SIGNATURE', message: 'The bundle was altered' }],
    [
      'if the signature is of another bundle',
      { ...STRICTER, signature: createBundle({}).signature },
      { code: 'INVALID_SIGNATURE', message: 'The bundle was altered' },
    ],
    [
      'if the key is not trusted',
      { ...STRICTER, keyId: '0'.repeat(16) },
      { code: 'INVALID_SIGNATURE', message: 'which is not trusted' },
    ],
    [
      'if it is not newer than the data in use',
      createBundle(forbidAction('instagram-reel'), '2026-11-21T00:00:00.000Z'),
      { code: 'CONFLICT', message: 'not newer' },
    ],
    ['if its data is invalid', createBundle(broken), { code: 'VALIDATION_ERROR', message: '106 actions' }],
    [
      'if it has another file',
      createBundle({ extra: [] } as object),
      { code: 'VALIDATION_ERROR', message: 'payload' },
    ],
    ['if it is something else', { actions: [] }, { code: 'VALIDATION_ERROR', message: 'bundle' }],
  ];
  test.each(cases)('%s', async (_, bundle, { code, message }) => {
    const error = await preview(bundle).then(
      () => undefined,
      (refusal: { code: string; message: string }) => refusal,
    );
    expect(error?.code).toBe(code);
    expect(error?.message).toContain(message);
    expect(await getReferenceStatus(cli())).toMatchObject({ origin: 'builtIn', bundleId: null });
  });
});
