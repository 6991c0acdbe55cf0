import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createS3Storage } from '../../src/platform/storage/s3-storage.ts';
import { type FakeS3, startFakeS3 } from '../support/fake-s3.ts';

let fake: FakeS3;
beforeAll(() => {
  fake = startFakeS3();
});
afterAll(() => fake.stop());

function connect(endpoint = fake.settings.S3_ENDPOINT ?? '', secret = 'a secret access key') {
  return createS3Storage({
    endpoint,
    region: 'eu-central-1',
    bucket: 'perks',
    accessKeyId: fake.settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: secret,
    prefix: 'uploads/',
    timeoutMs: 50,
  });
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error,
  );

test('a service that does not answer in time fails with UNAVAILABLE without another attempt', async () => {
  const answered = Promise.withResolvers<void>();
  fake.onCall = () => answered.promise;
  fake.calls.length = 0;
  const error = await failureOf(connect().put('upl_1', new Uint8Array(3), 'image/png'));
  expect([error.code, error.cause.message]).toEqual(['UNAVAILABLE', 'S3 put: Timeout']);
  expect(fake.calls).toHaveLength(1);
  answered.resolve();
  fake.onCall = async () => {};
});

test('a service that cannot be reached fails with UNAVAILABLE', async () => {
  const closed = startFakeS3();
  const endpoint = closed.settings.S3_ENDPOINT;
  await closed.stop();
  const error = await failureOf(connect(endpoint).get('upl_1'));
  expect([error.code, error.cause.code]).toEqual(['UNAVAILABLE', 'ConnectionRefused']);
});

test('no error contains the secret access key', async () => {
  fake.refuse = { status: 403, code: 'AccessDenied' };
  const secret = 'very secret key of the bucket';
  const error = await failureOf(connect(undefined, secret).delete('upl_1'));
  expect(Bun.inspect(error)).toContain('AccessDenied');
  expect(Bun.inspect(error)).not.toContain(secret);
  fake.refuse = null;
});
