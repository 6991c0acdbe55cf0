import { expect, test } from 'bun:test';
import { MAX_UPLOAD_BYTES, refusalOf, UPLOAD_TYPES } from '../../src/dashboard/data/upload-limits.ts';
import * as model from '../../src/uploads/model.ts';

test('the page refuses what the server would', () => {
  expect(UPLOAD_TYPES).toEqual([...model.MEDIA_TYPES]);
  expect(MAX_UPLOAD_BYTES).toBe(model.MAX_UPLOAD_BYTES);
});

test.each([
  [{ type: 'image/heic', size: 10 }, 'must be a picture (PNG, JPEG, WebP, GIF) or a PDF'],
  [{ type: 'image/png', size: 0 }, 'is empty; choose another file'],
  [{ type: 'image/png', size: MAX_UPLOAD_BYTES + 1024 * 1024 }, 'is 11.0 MB; at most 10.0 MB can be sent'],
  [{ type: 'application/pdf', size: MAX_UPLOAD_BYTES }, undefined],
])('%o is refused with %p', (file, refusal) => {
  expect(refusalOf(file)).toBe(refusal);
});
