import { expect, test } from 'bun:test';
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES, validateUpload } from '../../src/dashboard/data/upload-limits.ts';
import * as model from '../../src/uploads/model.ts';

test('the upload limits of the page equal those of the server', () => {
  expect(UPLOAD_TYPES).toEqual([...model.MEDIA_TYPES]);
  expect(MAX_UPLOAD_BYTES).toBe(model.MAX_UPLOAD_BYTES);
});

test.each([
  [{ type: 'image/heic', size: 10 }, 'must be an image (PNG, JPEG, WebP or GIF) or a PDF'],
  [{ type: 'image/png', size: 0 }, 'is empty; choose another file'],
  [{ type: 'image/png', size: MAX_UPLOAD_BYTES + 1024 * 1024 }, 'is 11.0 MB; the limit is 10.0 MB'],
  [{ type: 'application/pdf', size: MAX_UPLOAD_BYTES }, undefined],
])('checking %o returns %p', (file, refusal) => {
  expect(validateUpload(file)).toBe(refusal);
});
