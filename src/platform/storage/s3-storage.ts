import { S3Client } from 'bun';
import { type FileStorage, type StoredFile, storageUnavailable } from './file-storage.ts';

interface S3Options {
  /** The URL of the service; '' for Amazon S3 in the region. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The beginning of all keys, such as `uploads/`. */
  prefix: string;
  /** Replaces the timeout in tests. */
  timeoutMs?: number;
}

/** Timeout of one attempt, and of each read of a file that the service sends. */
const TIMEOUT_MS = 20_000;
/** Waits before the second and third attempt. */
const RETRY_DELAYS_MS = [200, 1_000];
/** Keys listed per request, the maximum of the API. */
const BATCH = 1_000;
const NOT_FOUND = 'NoSuchKey';
/** Errors of the settings: another attempt gets the same answer. */
const PERMANENT_ERRORS = [
  NOT_FOUND,
  'AccessDenied',
  'AuthorizationHeaderMalformed',
  'InvalidAccessKeyId',
  'NoSuchBucket',
  'PermanentRedirect',
  'SignatureDoesNotMatch',
];
const TIMEOUT = 'Timeout';

/** An error of the service, with its code in the message for the log. */
class S3Failure extends Error {
  override readonly name = 'S3Failure';

  constructor(
    operation: string,
    readonly code: string,
    cause?: unknown,
  ) {
    super(`S3 ${operation}: ${code}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
  }
}

/**
 * Creates the storage of files in a bucket of an S3-compatible service. The objects are private: they are read through
 * this program only, which checks the caller.
 */
export function createS3Storage({ prefix, timeoutMs = TIMEOUT_MS, ...options }: S3Options): FileStorage {
  // Without an endpoint, the client would use one from the environment.
  const endpoint = options.endpoint || `https://s3.${options.region}.amazonaws.com`;
  const client = new S3Client({ ...options, endpoint });
  const attempt = <T>(operation: string, send: () => Promise<T>) => retry(operation, send, timeoutMs);
  return {
    assertHasSpace: () => {},
    put: async (key, bytes, mediaType) => {
      await attempt('put', () => client.write(prefix + key, bytes, { type: mediaType })).catch(fail);
    },
    get: async key => {
      try {
        return await attempt('get', () => openStream(client, prefix + key, timeoutMs));
      } catch (error) {
        if (error instanceof S3Failure && error.code === NOT_FOUND) return undefined;
        return fail(error);
      }
    },
    delete: async key => {
      await attempt('delete', () => client.delete(prefix + key)).catch(fail);
    },
    list: () =>
      listObjects(prefix, continuationToken =>
        attempt('list', () => client.list({ prefix, maxKeys: BATCH, continuationToken })).catch(fail),
      ),
  };
}

function fail(cause: unknown): never {
  throw storageUnavailable('File storage is unavailable; try again later', cause);
}

/** Repeats an operation that failed for a temporary reason, but not after a timeout, because the caller is waiting. */
async function retry<T>(operation: string, send: () => Promise<T>, timeoutMs: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await within(timeoutMs, operation, send());
    } catch (error) {
      const code = codeOf(error);
      const delayMs = RETRY_DELAYS_MS[attempt];
      if (delayMs === undefined || code === TIMEOUT || PERMANENT_ERRORS.includes(code))
        throw error instanceof S3Failure ? error : new S3Failure(operation, code, error);
      await Bun.sleep(delayMs);
    }
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? 'UnknownError');
}

/** Rejects after a timeout; the client cannot abort the request, whose late answer is ignored. */
async function within<T>(timeoutMs: number, operation: string, work: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new S3Failure(operation, TIMEOUT)), timeoutMs);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Opens an object and waits for its first bytes, so that a missing object or a failure is known before the response. */
async function openStream(
  client: S3Client,
  path: string,
  timeoutMs: number,
): Promise<ReadableStream<Uint8Array>> {
  const reader = client.file(path).stream().getReader();
  let next: Awaited<ReturnType<typeof reader.read>> | undefined = await reader.read();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = next ?? (await within(timeoutMs, 'get', reader.read()));
        next = undefined;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

type ListPage = Awaited<ReturnType<S3Client['list']>>;

async function* listObjects(
  prefix: string,
  readPage: (continuationToken: string | undefined) => Promise<ListPage>,
): AsyncGenerator<StoredFile[]> {
  let token: string | undefined;
  do {
    const page = await readPage(token);
    yield (page.contents ?? []).map(({ key, lastModified }) => ({
      key: key.slice(prefix.length),
      modifiedMs: Date.parse(lastModified ?? ''),
    }));
    token = page.isTruncated ? page.nextContinuationToken : undefined;
  } while (token !== undefined);
}
