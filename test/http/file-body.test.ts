import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { readFileForm, removeFolder } from '../../src/http/file-body.ts';

function toRequest(fields: [string, string | File][]): Request {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return new Request('http://localhost/', { method: 'POST', body: form });
}
const file = (text: string) => new File([text], '../../etc/members.csv');

test('the file of a form is written to a folder of its own, and the fields are read', async () => {
  const { fields, folder } = await readFileForm(
    toRequest([
      ['kind', 'members'],
      ['file', file('a,b\n')],
      ['twice', '1'],
      ['twice', '2'],
    ]),
    10,
  );
  expect(await readdir(folder as string)).toEqual(['0']);
  expect(fields).toMatchObject({ kind: 'members', twice: ['1', '2'] });
  expect(await (fields.file as Blob).text()).toBe('a,b\n');
  await removeFolder(folder);
  expect(existsSync(folder as string)).toBe(false);
});

test('a larger file is rejected', async () => {
  const form = readFileForm(toRequest([['file', file('x'.repeat(100_000))]]), 10);
  await expect(form).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

test.each([
  ['no boundary', { 'content-type': 'multipart/form-data' }, 'x'],
  ['another boundary', { 'content-type': 'multipart/form-data; boundary=a' }, '--b\r\n\r\nx\r\n--b--'],
  [
    'a part that does not end',
    { 'content-type': 'multipart/form-data; boundary=a' },
    '--a\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf',
  ],
])('a body with %s is rejected', async (_, headers, body) => {
  const form = readFileForm(new Request('http://localhost/', { method: 'POST', headers, body }), 10);
  await expect(form).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
