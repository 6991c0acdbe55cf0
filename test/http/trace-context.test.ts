import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createLog } from '../../src/platform/log.ts';
import { parseTraceparent } from '../../src/platform/traceparent.ts';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { START_TIME } from '../support/test-app.ts';
import { createEndpoint, deliverAll, getHeader } from '../webhooks/fixture.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  test.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    [`00-${TRACE}-${SPAN}-03`, true],
    [`cc-${TRACE}-${SPAN}-01-what-the-future-brings`, true],
    [`cc-${TRACE}-${SPAN}-01`, true],
  ])('%s is read', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  test.each([
    null,
    '',
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01-more`,
    `cc-${TRACE}-${SPAN}-01.more`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-1`,
    ` 00-${TRACE}-${SPAN}-01`,
  ])('%s is ignored', header => {
    expect(parseTraceparent(header)).toBeUndefined();
  });
});

const outbound = recordingOutbound();
let ctx: Setup;
let written = '';
const log = createLog({
  level: 'info',
  clock: { now: () => START_TIME },
  write: text => {
    written += text;
  },
});

beforeAll(async () => {
  ctx = await setup({}, { outbound, log });
  await createEndpoint(ctx, { events: ['campaign.created'] });
  log.flush();
  written = '';
});
afterAll(() => ctx.close());

/** Sends a request of the owner's. @returns the deliveries and the lines of the log that it caused */
async function send(path: string, body: object, headers: Record<string, string>) {
  const { status } = await ctx.call('POST', path, body, { as: ctx.business.token, headers });
  expect(status).toBeLessThan(300);
  await deliverAll(ctx);
  log.flush();
  const lines = written.trim().split('\n');
  written = '';
  return {
    deliveries: outbound.sent.splice(0),
    requests: lines.map(line => JSON.parse(line)).filter(({ message }) => message === 'request'),
  };
}

const traced = { traceparent: `00-${TRACE}-${SPAN}-01` };
const create = { operationId: 'createCampaign', body: CAMPAIGN };

describe('a request with a trace', () => {
  test('is a span of it in the log and the parent of the webhooks that it causes', async () => {
    const { deliveries, requests } = await send('/campaigns', CAMPAIGN, traced);
    const [{ traceId, spanId }] = requests;
    expect([requests.length, traceId]).toEqual([1, TRACE]);
    expect([deliveries.length, spanId]).toEqual([1, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    const sent = parseTraceparent(getHeader(deliveries[0], 'traceparent') ?? null);
    expect(sent).toEqual({ traceId: TRACE, spanId: expect.any(String), isSampled: true });
    expect(new Set([SPAN, spanId, sent?.spanId]).size).toBe(3);
  });

  test('passes it on to the operations of a batch and of an agent', async () => {
    const batch = await send('/batch', { operations: [create, create], atomic: true }, traced);
    expect(batch.deliveries.map(one => getHeader(one, 'traceparent')?.split('-')[1])).toEqual([TRACE, TRACE]);
    const call = { name: 'create_campaign', arguments: CAMPAIGN };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const accept = 'application/json, text/event-stream';
    const agent = await send('/mcp', message, { ...traced, accept });
    expect(agent.deliveries.map(one => getHeader(one, 'traceparent')?.split('-')[1])).toEqual([TRACE]);
    expect(agent.requests.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE]);
  });

  test('belongs to it in test mode as well', async () => {
    const { data } = await ctx.call(
      'POST',
      '/api-keys',
      { name: 'test', test: true },
      { as: ctx.business.token },
    );
    log.flush();
    written = '';
    await ctx.call('GET', '/campaigns', undefined, { as: { apiKey: data.key }, headers: traced });
    log.flush();
    expect(JSON.parse(written).traceId).toBe(TRACE);
    written = '';
  });

  test('keeps the decision of the caller not to record it', async () => {
    const { deliveries } = await send('/campaigns', CAMPAIGN, { traceparent: `00-${TRACE}-${SPAN}-00` });
    expect(getHeader(deliveries[0], 'traceparent')).toEndWith('-00');
  });
});

test('a request without a valid trace starts none', async () => {
  for (const headers of [{}, { traceparent: `00-${TRACE}-${'0'.repeat(16)}-01` }]) {
    const { deliveries, requests } = await send('/campaigns', CAMPAIGN, headers as Record<string, string>);
    expect(deliveries.map(one => getHeader(one, 'traceparent'))).toEqual([undefined]);
    expect(Object.keys(requests[0])).not.toContain('traceId');
  }
});
