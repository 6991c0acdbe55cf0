import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { runPython, writeModuleFolder } from './support.ts';

/** A server that notes the connections of its requests, and fails as its queue says. */
interface Failure {
  status: number;
  retryAfterSeconds?: number;
}
const failures: Failure[] = [];
const ports = new Set<number>();
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request, self) {
    ports.add(self.requestIP(request)?.port ?? 0);
    const headers: Record<string, string> = {
      'X-Request-Id': 'req_of_the_test',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': '1780315260',
    };
    const failure = failures.shift();
    if (!failure) {
      const [next, id] = new URL(request.url).searchParams.has('after') ? [null, 'b'] : ['a', 'a'];
      const data = { id, items: [{ id, name: id }], pagination: { next } };
      return Response.json({ success: true, data }, { headers });
    }
    const { status, retryAfterSeconds } = failure;
    if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
    const error = { code: status === 429 ? 'RATE_LIMITED' : 'ALREADY_REVIEWED', message: 'No' };
    return Response.json({ success: false, error }, { status, headers });
  },
});
let ctx: TestApp;
let folder: string;

beforeAll(async () => {
  ctx = await createTestApp();
  folder = writeModuleFolder((await ctx.call('GET', '/sdk/python')).body);
});
beforeEach(() => {
  failures.length = 0;
  ports.clear();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop(true);
  await ctx.close();
});

/** Runs a script with the module. @returns its lines */
async function run(script: string): Promise<string[]> {
  const head = `import sys\nsys.path.insert(0, "${folder}")\nimport perkmint\nURL = "${server.url.origin}"\n`;
  return (await runPython(['-W', 'error', '-c', head + script])).trim().split('\n');
}

describe('the Python client', () => {
  test('reuses its connection, and closes it with the client', async () => {
    const script = [
      'with perkmint.Client(URL, api_key="pmk_x") as client:',
      '    for _ in range(5): client.get_campaign("cmp_1")',
      'print(client.get_campaign("cmp_1")["id"])',
    ];
    expect(await run(script.join('\n'))).toEqual(['a']);
    expect(ports.size).toBe(2);
  });

  test('has the request ID and the limits of each response', async () => {
    const script = [
      'seen = []',
      'client = perkmint.Client(URL, on_response=seen.append)',
      'print(client.last_response)',
      'client.get_health()',
      'last = client.last_response',
      'print(last.status, last.request_id, last.rate_limit, last.rate_remaining, last.rate_reset, last is seen[0])',
    ];
    expect(await run(script.join('\n'))).toEqual(['None', '200 req_of_the_test 60 59 1780315260 True']);
  });

  test('logs its waits, and leaves long ones to the caller', async () => {
    failures.push({ status: 429, retryAfterSeconds: 1 }, { status: 429, retryAfterSeconds: 900 });
    const script = [
      'import logging, time',
      'logging.basicConfig(format="%(name)s %(levelname)s %(message)s", stream=sys.stdout)',
      'started = time.monotonic()',
      'try:',
      '    perkmint.Client(URL).get_health()',
      'except perkmint.RateLimitedError as error:',
      '    print(error.retry_after, 1 <= time.monotonic() - started < 20)',
    ];
    expect(await run(script.join('\n'))).toEqual([
      'perkmint WARNING Retry 1 of 3 in 1.0 seconds: No (RATE_LIMITED, request req_of_the_test)',
      '900.0 True',
    ]);
  });

  test('has a class for all errors of a status', async () => {
    failures.push({ status: 409 });
    const script = [
      'try:',
      '    perkmint.Client(URL).get_health()',
      'except perkmint.ConflictError as error:',
      '    print(type(error).__name__)',
      'print(issubclass(perkmint.TokenExpiredError, perkmint.AuthenticationError))',
      'print(issubclass(perkmint.InsufficientScopeError, perkmint.PermissionDeniedError))',
    ];
    expect(await run(script.join('\n'))).toEqual(['AlreadyReviewedError', 'True', 'True']);
  });

  test('has an asynchronous client with the same methods', async () => {
    const script = [
      'import asyncio',
      'async def main():',
      '    async with perkmint.AsyncClient(URL, api_key="pmk_x") as client:',
      '        both = await asyncio.gather(client.get_campaign("cmp_1"), client.campaigns.get("cmp_1"))',
      '        print([one["id"] for one in both])',
      '        print([one["id"] async for one in client.iter_campaigns()])',
      '        print([one["id"] async for one in client.campaigns.iterate(state="active")])',
      '        print("create_campaign" in dir(client))',
      'asyncio.run(main())',
    ];
    expect(await run(script.join('\n'))).toEqual(["['a', 'a']", "['a', 'b']", "['a', 'b']", 'True']);
  });

  test('declares free-form maps and a result for each action', async () => {
    const { body: source } = await ctx.call('GET', '/sdk/python');
    expect(source).toMatch(/def enroll_member\([^)]*metadata: Optional\[Dict\[str, Any\]\]/);
    expect(source).toMatch(
      /action: Literal\["login"\],\s+email: str,\s+password: str,\s+\) -> Session: \.\.\./,
    );
    expect(source).toMatch(/submission_ids: List\[str\],[^)]*\) -> BulkReviewed: \.\.\./);
  });
});
