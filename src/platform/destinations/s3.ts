import { S3Client } from 'bun';
import { SECOND_MS } from '../clock.ts';
import {
  type Destination,
  DestinationError,
  getPublicUrl,
  type StoredObject,
  UNKNOWN_BYTES,
  withDeadline,
} from './destination.ts';

export interface S3Access {
  /** The URL of the service; '' for Amazon S3 in the region. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Attempts of the client for each request, or for each part of a large file. */
const RETRIES = 3;
/** Parts of a large file. With 16 MiB, the 10,000 parts that S3 allows are 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;
/** Each part that is being sent is in memory. */
const PARTS_AT_ONCE = 2;
/** Timeout of a request, in addition to the time that its bytes take. */
const TIMEOUT_MS = 60 * SECOND_MS;
/** Keys listed per request, the maximum of the API. */
const BATCH = 1_000;
const REASONS: Record<string, string> = {
  AccessDenied: 'The access key may not do this; it must list, read, write and delete objects of the bucket',
  InvalidAccessKeyId: 'The access key ID is unknown',
  SignatureDoesNotMatch: 'The secret access key is wrong',
  NoSuchBucket: 'The bucket does not exist',
  NoSuchKey: 'The file does not exist',
  ConnectionRefused: 'The service is not reachable',
  ERR_S3_MISSING_CREDENTIALS: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
};

/** Creates a destination in a bucket of an S3-compatible service: `s3://bucket/prefix`. */
export function createS3Destination(url: URL, { endpoint, ...access }: S3Access): Destination {
  const bucket = url.hostname;
  const path = decodeURIComponent(url.pathname).replace(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  const name = getPublicUrl(url.href);
  const client = new S3Client({
    ...access,
    bucket,
    // Without an endpoint, the client would use one from the environment.
    endpoint: endpoint || `https://s3.${access.region}.amazonaws.com`,
    retry: RETRIES,
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
  });
  const attempt = async <T>(work: () => Promise<T>, bytes?: number): Promise<T> => {
    try {
      return await withDeadline(work, { url: name, timeoutMs: TIMEOUT_MS, bytes });
    } catch (error) {
      if (error instanceof DestinationError) throw error;
      const { code = '', message } = error as { code?: string; message: string };
      throw new DestinationError(name, REASONS[code] ?? [message, code].filter(Boolean).join(' '), error);
    }
  };
  return {
    url: name,
    put: (key, file) =>
      attempt(async () => {
        await client.write(prefix + key, Bun.file(file), { type: 'application/octet-stream' });
      }, Bun.file(file).size),
    get: (key, file) =>
      attempt(async () => {
        await Bun.write(file, client.file(prefix + key));
      }, UNKNOWN_BYTES),
    list: start => attempt(() => listObjects(client, prefix, start)),
    delete: key => attempt(() => client.delete(prefix + key)),
    close: async () => {},
  };
}

async function listObjects(client: S3Client, prefix: string, start: string): Promise<StoredObject[]> {
  const found: StoredObject[] = [];
  let continuationToken: string | undefined;
  do {
    const page = await client.list({ prefix: prefix + start, maxKeys: BATCH, continuationToken });
    for (const { key, size } of page.contents ?? [])
      found.push({ key: key.slice(prefix.length), bytes: size ?? 0 });
    continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
  } while (continuationToken !== undefined);
  return found;
}
