import { describe, expect, test } from 'bun:test';
import type { Campaign } from '../../src/campaigns/model.ts';
import { fromLocalInput, toLocalInput } from '../../src/dashboard/data/local-time.ts';
import { getUploadPath, isImage } from '../../src/dashboard/data/proof.ts';
import { formatGrant, getSender } from '../../src/dashboard/pages/business/review-labels.ts';
import type { Submission } from '../../src/submissions/model.ts';

describe('a time in a field', () => {
  test('comes back to the minute, and an empty field is none', () => {
    const iso = '2026-03-29T21:07:00.000Z';
    expect(toLocalInput(iso)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(fromLocalInput(toLocalInput(iso))).toBe(iso);
    expect([toLocalInput(null), fromLocalInput('')]).toEqual(['', null]);
  });
});

describe('proof in words', () => {
  const of = (fields: Partial<Submission>) => fields as Submission;
  const giving = (reward: object) => ({ reward }) as Campaign;

  test('only what the server says is an upload is shown as one, whatever the address looks like', () => {
    const id = 'upl_01m7ydnvpdehdva9gq8s2pejna';
    const proofUrl = `https://x.example/api/v1/uploads/${id}`;
    const uploaded = (contentType: string) => of({ proofUrl, upload: { id, url: proofUrl, contentType } });
    expect(getUploadPath(of({ proofUrl, upload: null }))).toBeUndefined();
    expect(getUploadPath(uploaded('image/png'))).toBe(`/api/v1/uploads/${id}`);
    expect([isImage(of({ upload: null })), isImage(uploaded('image/png'))]).toEqual([false, true]);
    expect(isImage(uploaded('application/pdf'))).toBe(false);
  });

  test('a percentage is counted out once the order is known, up to its cap', () => {
    const percentage = giving({ type: 'percentage', value: 15, maxAmount: 5 });
    expect(formatGrant(of({ orderValue: null }), percentage)).toBe('15% up to $5.00');
    expect(formatGrant(of({ orderValue: 20 }), percentage)).toContain('$3.00 for an order of $20.00');
    expect(formatGrant(of({ orderValue: 80 }), percentage)).toContain('$5.00 for an order of $80.00');
    expect(formatGrant(of({ orderValue: 80 }), giving({ type: 'fixed', value: 4 }))).toBe('$4.00');
  });

  test('a sender is called by handle, by the own reference, or by the end of the id', () => {
    expect(getSender(of({ handle: '@ada', userId: 'x' }))).toBe('@ada');
    expect(getSender(of({ handle: null, userId: 'guest-7' }))).toBe('guest-7');
    expect(getSender(of({ handle: null, userId: 'usr_01m7ydnvpdehdva9gq8s2pejna' }))).toBe('Customer …pejna');
  });
});
