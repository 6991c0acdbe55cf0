import { expect, test } from 'bun:test';
import { parseUploadId } from '../../src/uploads/rules.ts';

const HOME = 'https://perks.example';
const ID = 'upl_01m7ydnvpdehdva9gq8s2pejna';

test.each([
  [`${HOME}/api/v1/uploads/${ID}`, ID],
  [`${HOME}\\api\\v1\\uploads\\${ID}`, ID],
  [`http://WWW.perks.example.:81//API/v1/./uploads/${ID.toUpperCase()}/?a#b`, ID],
  [`${HOME}/api/v1/uploads/%75pl_01m7ydnvpdehdva9gq8s2pejna`, ID],
  [`${HOME}/api/v1/uploads/a/b`, 'a/b'],
  [`${HOME}/api/v1/uploads/%zz`, '%zz'],
  [`${HOME}/api/v1/uploads`, ''],
  [`${HOME}/api/v1/uploadsx/${ID}`, undefined],
  [`${HOME}/api/v1/uploads/../${ID}`, undefined],
  [`${HOME}/?next=/api/v1/uploads/${ID}`, undefined],
  [`https://perks.example.org/api/v1/uploads/${ID}`, undefined],
  [`https://perks.example@x.example/api/v1/uploads/${ID}`, undefined],
])('the upload that %s leads to is %p', (address, id) => {
  expect(parseUploadId(HOME, address)).toBe(id);
});
