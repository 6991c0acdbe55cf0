import { expect, test } from 'bun:test';
import { toReadableWarning } from '../../src/dashboard/pages/business/policy/warnings.tsx';

test('a warning names platforms as people do, and leaves out IDs and fields of the API', () => {
  expect(
    toReadableWarning(
      '"Write a Google review" must not be rewarded on google. Instead, you can reward "Share the map link" (google-share-place-link).',
    ),
  ).toBe(
    '"Write a Google review" must not be rewarded on Google. Instead, you can reward "Share the map link".',
  );
  expect(
    toReadableWarning(
      'Of the actions of this type, only "Film your visit" (tiktok-video-visit) can be rewarded; to choose one, set actionId.',
    ),
  ).toBe('Of the actions of this type, only "Film your visit" can be rewarded.');
  expect(toReadableWarning('It can be rewarded on tiktok only with a label on the post.')).toBe(
    'It can be rewarded on TikTok only with a label on the post.',
  );
});
