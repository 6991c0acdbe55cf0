import { expect, test } from 'bun:test';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import { describeActivity } from '../../src/dashboard/pages/business/overview/activity-labels.ts';
import type { Event } from '../../src/events/model.ts';

await loadMessages();

const names = { campaigns: { cmp_1: 'Your morning cup' }, customers: { usr_1: 'Ada' } };
let sequence = 0;
const event = (type: string, object: object) => {
  sequence += 1;
  return {
    id: `evt_${sequence}`,
    type,
    createdAt: '2026-01-31T10:00:00.000Z',
    data: { object },
  } as unknown as Event;
};
const describe = (...events: Event[]) =>
  describeActivity(events, names).map(({ text, name, href }) => [text, name, href]);

test('an event is a sentence with the person, the campaign and a link to it', () => {
  expect(describe(event('submission.created', { userId: 'usr_1', campaignId: 'cmp_1' }))).toEqual([
    ['Ada submitted proof for', 'Your morning cup', '/dashboard/campaigns/cmp_1'],
  ]);
  expect(describe(event('campaign.activated', { id: 'cmp_2', name: 'Foam' }))).toEqual([
    ['Launched', 'Foam', '/dashboard/campaigns/cmp_2'],
  ]);
});

test('equal events in a row are one line with their count, and other events separate them', () => {
  const approved = () => event('submission.approved', { campaignId: 'cmp_1' });
  const redeemed = event('reward.redeemed', { campaignId: 'cmp_1' });
  const issued = () => event('reward.issued', { campaignId: 'cmp_1' });
  const lines = describe(approved(), issued(), approved(), issued(), redeemed, approved());
  expect(lines.map(([text]) => text)).toEqual([
    '2 submissions approved for',
    'A reward redeemed for',
    'A submission approved for',
  ]);
});

test('an event without a campaign keeps its name, and a deleted draft has no link', () => {
  expect(describe(event('apiKey.created', { id: 'key_1', name: 'Till' }))).toEqual([
    ['API key created:', 'Till', undefined],
  ]);
  expect(describe(event('campaign.deleted', { id: 'cmp_1', name: 'Foam' }))).toEqual([
    ['Deleted the draft', 'Foam', undefined],
  ]);
});
