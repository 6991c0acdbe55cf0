/** Takes the README's screenshot of the demo business: `bun run screenshot`. Run it after visible changes of the dashboard. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const ROOT = join(import.meta.dir, '../../..');
const MAIN = join(ROOT, 'cli/main.ts');
const FILE = join(ROOT, '.github/screenshot.png');
const WINDOW = { width: 1280, height: 800 };

interface Demo {
  demo?: { owner: { email: string; password: string } };
  owner?: { email: string; password: string };
}

const folder = mkdtempSync(join(tmpdir(), 'perkmint-screenshot-'));
const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'info' };
const seeding = Bun.spawnSync([process.execPath, MAIN, 'seed', '--demo', '--json'], {
  env,
  stderr: 'inherit',
});
const report = JSON.parse(seeding.stdout.toString()) as Demo;
const owner = report.demo?.owner ?? report.owner;
if (!owner) throw new Error('The demo business has no owner');

const server = Bun.spawn([process.execPath, MAIN, 'serve'], { env, stdout: 'pipe', stderr: 'ignore' });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const url = await readUrl(server.stdout);
  const page = await (await browser.newContext({ viewport: WINDOW })).newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL(({ pathname }) => pathname !== '/login');
  // The picture is of the queue, without the requests of agents above it.
  await page.route('**/api/v1/proposals?*', route => route.abort());
  await page.goto(`${url}/dashboard/reviews`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.screenshot({ path: FILE });
} finally {
  await browser.close();
  server.kill();
  await server.exited;
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the URL in the first log line. */
async function readUrl(stdout: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stdout) {
    text += new TextDecoder().decode(chunk);
    const [, url] = /"url":"([^"]+)"/.exec(text) ?? [];
    if (url) return url;
  }
  throw new Error(`The server did not start: ${text}`);
}
