import { expect, test } from 'bun:test';
import { findUploadProblem, MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '../../src/dashboard/data/upload-limits.ts';
import * as model from '../../src/uploads/model.ts';

test('the upload limits of the page equal those of the server', () => {
  expect(UPLOAD_TYPES).toEqual([...model.MEDIA_TYPES]);
  expect(MAX_UPLOAD_BYTES).toBe(model.MAX_UPLOAD_BYTES);
});

test.each([
  [{ type: 'image/heic', size: 10 }, 'type'],
  [{ type: 'image/png', size: 0 }, 'empty'],
  [{ type: 'image/png', size: MAX_UPLOAD_BYTES + 1024 * 1024 }, 'size'],
  [{ type: 'application/pdf', size: MAX_UPLOAD_BYTES }, undefined],
])('checking %o returns %p', (file, problem) => {
  expect<string | undefined>(findUploadProblem(file)).toBe(problem);
});
