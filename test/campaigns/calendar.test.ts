import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import ICAL from 'ical.js';
import { formatCalendar } from '../../src/platform/icalendar.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;

beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  await ctx.call('PUT', '/business', { timeZone: 'America/New_York', locale: 'en-US' }, { as: owner.token });
});
afterAll(() => ctx.close());

const create = (fields: object) =>
  ctx.call('POST', '/campaigns', { ...CAMPAIGN, ...fields }, { as: owner.token });
const read = () => ctx.call('GET', '/calendar', undefined, { as: owner.token });

/** Parses with a library of its own. */
function parse(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map(each => new ICAL.Event(each));
  return { calendar, events };
}

const days = ({ startDate, endDate }: ICAL.Event) => [startDate.toString(), endDate.toString()];

describe('GET /calendar', () => {
  test("has campaigns on the days of the shop's zone", async () => {
    const { data } = await create({
      name: 'Halloween; story, "à la carte"',
      description: 'Two lines:\nthe second is \\ long. '.repeat(6),
      startsAt: '2026-10-20T03:30:00Z',
      endsAt: '2026-11-01T04:00:00Z',
    });
    await create({ name: 'Draft without dates' });
    const { status, headers, body } = await read();
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar;charset=utf-8']);
    const { calendar, events } = parse(body);
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('America/New_York');
    expect(events).toHaveLength(1);
    const [event] = events as [ICAL.Event];
    expect(event.uid).toBe(`${data.id}@perkmint`);
    expect(event.summary).toBe('Halloween; story, "à la carte"');
    // 11:30 PM on October 19 in New York, until midnight at the end of October 31.
    expect(days(event)).toEqual(['2026-10-19', '2026-11-01']);
    expect(event.description).toStartWith('Oct 19, 2026, 11:30');
    expect(event.description).toEndWith(data.description);
    expect(event.component.getFirstPropertyValue('status')).toBe('TENTATIVE');
  });

  test('a campaign that was ended early stops there and keeps its UID', async () => {
    const { data } = await create({ name: 'Early', endsAt: '2026-08-01T12:00:00Z' });
    const change = (state: string) =>
      ctx.call('PUT', '/campaigns', { id: data.id, state }, { as: owner.token });
    const find = async () => parse((await read()).body).events.find(({ summary }) => summary === 'Early');
    await change('active');
    const running = (await find()) as ICAL.Event;
    await change('ended');
    const ended = (await find()) as ICAL.Event;
    expect([days(running), days(ended)]).toEqual([
      ['2026-06-01', '2026-08-02'],
      ['2026-06-01', '2026-06-02'],
    ]);
    expect(ended.uid).toBe(running.uid);
    expect(ended.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  });

  test('other businesses are not in it', async () => {
    const other = await createBusiness(ctx, 'Red Cup');
    const { body } = await ctx.call('GET', '/calendar', undefined, { as: other.token });
    expect(parse(body).events).toEqual([]);
  });
});

describe('a link to the calendar', () => {
  const follow = (url: string, headers?: Record<string, string>) =>
    ctx.call('GET', new URL(url).pathname.replace('/api/v1', ''), undefined, { headers });

  test('answers without a credential, and 304 until something changes', async () => {
    const { data, status } = await ctx.call(
      'POST',
      '/export-links',
      { operationId: 'getCalendar' },
      { as: owner.token },
    );
    expect(status).toBe(201);
    const first = await follow(data.url);
    expect(first.headers.get('content-type')).toBe('text/calendar;charset=utf-8');
    expect(first.body).toBe((await read()).body);
    const known = { 'If-None-Match': first.headers.get('etag') as string };
    ctx.clock.advance(60_000);
    expect((await follow(data.url, known)).status).toBe(304);
    await create({ name: 'New', startsAt: '2026-07-01T12:00:00Z' });
    expect((await follow(data.url, known)).status).toBe(200);
    await ctx.call('DELETE', `/export-links/${data.id}`, undefined, { as: owner.token });
    expect((await follow(data.url, known)).status).toBe(404);
  });

  test('has no parameters', async () => {
    const body = { operationId: 'getCalendar', query: { state: 'active' } };
    expect(expectInvalidFields(await ctx.call('POST', '/export-links', body, { as: owner.token }))).toEqual([
      'query.state',
    ]);
  });
});

test('lines have at most 75 bytes, characters stay whole, and control characters are left out', () => {
  const title = '☕️ Kaffee & Kuchen – für 2, bitte; \u0007'.repeat(9);
  const text = formatCalendar({
    name: 'Café\r\nBEGIN:VEVENT',
    timeZone: 'Europe/Paris',
    events: [
      {
        uid: 'cmp_1@perkmint',
        title,
        description: 'a\r\nb\tc\\n',
        url: 'https://perks.example/dashboard/campaigns/cmp_1',
        status: 'CONFIRMED',
        firstDay: '2026-12-31',
        dayAfter: '2027-01-01',
        changedAt: '2026-06-01T12:00:00.000Z',
      },
    ],
  });
  const lines = text.split('\r\n');
  expect(lines.at(-1)).toBe('');
  expect(Math.max(...lines.map(line => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const { calendar, events } = parse(text);
  expect(calendar.getAllSubcomponents()).toHaveLength(1);
  expect(events).toHaveLength(1);
  expect(events[0]?.summary).toBe(title.replaceAll('\u0007', ''));
  expect(events[0]?.description).toBe('a\nb\tc\\n');
});
