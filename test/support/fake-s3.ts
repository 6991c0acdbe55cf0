/** A request to the fake. */
export interface S3Call {
  method: string;
  /** The object's key; '' for a list. */
  key: string;
}

export interface FakeS3 {
  /** The settings of an installation that stores uploads in the fake's bucket. */
  settings: Record<string, string>;
  calls: S3Call[];
  /** The objects of the bucket by key. */
  objects: Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string | null; modifiedMs: number }>;
  /** The error response to all requests, or to the next few; null for normal operation. */
  refuse: { status: number; code: string; times?: number } | null;
  /** Awaited before each response. */
  onCall: (call: S3Call) => Promise<void>;
  /** Time given to stored objects. */
  now: () => number;
  stop(): Promise<void>;
}

const BUCKET = 'perks';
const ACCESS_KEY_ID = 'AKIAEXAMPLE';
/** A short page, so that tests read several. */
const LIST_PAGE = 3;

/**
 * Starts a server that implements the part of the S3 API that we call: put, get, delete and list. It requires an
 * authorization header with the right access key, but does not compare signatures.
 */
export function startFakeS3(): FakeS3 {
  const fake: FakeS3 = {
    settings: {},
    calls: [],
    objects: new Map(),
    refuse: null,
    onCall: async () => {},
    now: () => 0,
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      const { pathname } = new URL(request.url);
      const key = pathname.slice(`/${BUCKET}/`.length);
      const call = { method: request.method, key };
      fake.calls.push(call);
      await fake.onCall(call);
      if (!isAuthorized(request)) return failure(403, 'AccessDenied');
      if (!pathname.startsWith(`/${BUCKET}/`)) return failure(404, 'NoSuchBucket');
      const { refuse } = fake;
      if (refuse && (refuse.times === undefined || refuse.times-- > 0))
        return failure(refuse.status, refuse.code);
      return answer(fake, request, key);
    },
  });
  fake.settings = {
    UPLOADS: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
    S3_REGION: 'eu-central-1',
    S3_BUCKET: BUCKET,
    S3_ACCESS_KEY_ID: ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: 'a secret access key',
  };
  return fake;
}

function isAuthorized({ headers }: Request): boolean {
  const start = `AWS4-HMAC-SHA256 Credential=${ACCESS_KEY_ID}/`;
  const authorization = headers.get('authorization') ?? '';
  return authorization.startsWith(start) && /Signature=[0-9a-f]{64}$/.test(authorization);
}

async function answer(fake: FakeS3, request: Request, key: string): Promise<Response> {
  if (key === '') return list(fake, new URL(request.url).searchParams);
  if (request.method === 'PUT') {
    const bytes = new Uint8Array(await request.arrayBuffer());
    fake.objects.set(key, { bytes, type: request.headers.get('content-type'), modifiedMs: fake.now() });
    return new Response(null, { headers: { etag: '"x"' } });
  }
  if (request.method === 'DELETE') {
    fake.objects.delete(key);
    return new Response(null, { status: 204 });
  }
  const found = fake.objects.get(key);
  return found ? new Response(found.bytes) : failure(404, 'NoSuchKey');
}

function list({ objects }: FakeS3, query: URLSearchParams): Response {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter(key => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort();
  const page = keys.slice(0, LIST_PAGE);
  const contents = page.map(key => {
    const modified = new Date(objects.get(key)?.modifiedMs ?? 0).toISOString();
    const size = objects.get(key)?.bytes.length ?? 0;
    return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>${size}</Size></Contents>`;
  });
  const isTruncated = page.length < keys.length;
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const result = `<IsTruncated>${isTruncated}</IsTruncated>${token}${contents.join('')}`;
  return xml(200, `<ListBucketResult>${result}</ListBucketResult>`);
}

function failure(status: number, code: string): Response {
  return xml(status, `<Error><Code>${code}</Code><Message>The fake refuses</Message></Error>`);
}

function xml(status: number, body: string): Response {
  const headers = { 'content-type': 'application/xml' };
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>${body}`, { status, headers });
}
