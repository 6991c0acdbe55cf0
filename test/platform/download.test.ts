import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { downloadFile, readText } from '../../src/platform/outbound/download.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { type RawServer, startRawServer } from '../support/raw-server.ts';

const CONTENT = 'content of a release';
const SHA256 = new Bun.CryptoHasher('sha256').update(CONTENT).digest('hex');

let folder: string;
let file: string;
let server: RawServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-download-'));
  file = join(folder, 'file');
});
afterEach(() => {
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function serve(response: string): Promise<string> {
  server = await startRawServer({ reply: socket => socket.end(response) });
  return `http://127.0.0.1:${server.port}/perkmint`;
}

const respond = (body: string, length = body.length) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;

test('writes an executable file and returns its checksum', async () => {
  expect(await downloadFile(await serve(respond(CONTENT)), { file, maxBytes: CONTENT.length })).toBe(SHA256);
  expect(readFileSync(file, 'utf8')).toBe(CONTENT);
  expect(statSync(file).mode & 0o100).toBe(0o100);
});

test('follows redirects, as release pages send them', async () => {
  const target = await startRawServer({ reply: socket => socket.end(respond(CONTENT)) });
  const url = await serve(
    `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${target.port}/x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  expect(await readText(url, 100)).toBe(CONTENT);
  target.close();
});

test.each([
  [
    'an error',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    'responded with 404',
  ],
  ['a longer file', respond(`${CONTENT}!`), `is longer than ${CONTENT.length} bytes`],
  ['a connection that ends too early', respond(CONTENT, CONTENT.length + 1), 'could not be reached'],
  ['no HTTP', 'hello', 'could not be reached'],
])('removes the file after %s, and names the URL', async (_, response, words) => {
  const url = await serve(response);
  const error = await downloadFile(url, { file, maxBytes: CONTENT.length }).catch(reason => reason);
  expect(error).toBeInstanceOf(OutboundError);
  expect(error.message).toStartWith(url);
  expect(error.message).toContain(words);
  expect(existsSync(file)).toBe(false);
});

test('names a server that is not there, and a file that does not exist', async () => {
  const url = await serve('');
  server?.close();
  await expect(readText(url, 100)).rejects.toThrow('could not be reached');
  const missing = `file://${folder}/missing`;
  await expect(readText(missing, 100)).rejects.toThrow(`${missing} could not be reached (ENOENT)`);
});
