import { describe, expect, test } from 'bun:test';
import type { Campaign } from '../../src/campaigns/model.ts';
import { getUploadPath, isImage } from '../../src/dashboard/data/proof.ts';
import { loadMessages } from '../../src/dashboard/messages/area.ts';
import { formatGrant } from '../../src/dashboard/pages/business/submission/review-labels.ts';
import { getSender } from '../../src/dashboard/pages/business/submission/sender.ts';
import type { Submission } from '../../src/submissions/model.ts';

await loadMessages();

describe('submission labels', () => {
  const submission = (fields: Partial<Submission>) => fields as Submission;
  const campaign = (reward: object) => ({ reward }) as Campaign;

  test('only a submission with an upload is shown as an uploaded file, whatever its URL', () => {
    const id = 'upl_01m7ydnvpdehdva9gq8s2pejna';
    const proofUrl = `https://x.example/api/v1/uploads/${id}`;
    const uploaded = (contentType: string) =>
      submission({ proofUrl, upload: { id, url: proofUrl, contentType } });
    expect(getUploadPath(submission({ proofUrl, upload: null }))).toBeUndefined();
    expect(getUploadPath(uploaded('image/png'))).toBe(`/api/v1/uploads/${id}`);
    expect([isImage(submission({ upload: null })), isImage(uploaded('image/png'))]).toEqual([false, true]);
    expect(isImage(uploaded('application/pdf'))).toBe(false);
  });

  test('a percentage reward is shown in dollars, up to its cap, if the order value is known', () => {
    const percentage = campaign({ type: 'percentage', value: 15, maxAmount: 5 });
    expect(formatGrant(submission({ orderValue: null }), percentage)).toBe('15% up to $5.00');
    expect(formatGrant(submission({ orderValue: 20 }), percentage)).toContain('$3.00 for an order of $20.00');
    expect(formatGrant(submission({ orderValue: 80 }), percentage)).toContain('$5.00 for an order of $80.00');
    expect(formatGrant(submission({ orderValue: 80 }), campaign({ type: 'fixed', value: 4 }))).toBe('$4.00');
  });

  test('a sender is shown by handle, by external user ID, or by the end of the user ID', () => {
    expect(getSender(submission({ handle: '@ada', userId: 'x' }))).toBe('@ada');
    expect(getSender(submission({ handle: null, userId: 'guest-7' }))).toBe('guest-7');
    expect(getSender(submission({ handle: null, userId: 'usr_01m7ydnvpdehdva9gq8s2pejna' }))).toBe(
      'Customer …pejna',
    );
  });
});
