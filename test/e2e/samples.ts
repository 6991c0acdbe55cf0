/**
 * `bun run check:samples` runs the configuration samples of the self-hosting guide with their programs, and skips those
 * that are not installed. The proxies forward to a running server, including an event stream.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
const MAIN = join(ROOT, 'cli/main.ts');
/** A proxy that buffers would deliver an event much later. */
const STREAM_LIMIT_MS = 5_000;
const START_LIMIT_MS = 10_000;
const CLIENT = '198.51.100.7';

const guide = await Bun.file(join(ROOT, 'src/guides/self-hosting.md')).text();
const folder = mkdtempSync(join(tmpdir(), 'perkmint-samples-'));
let failed = 0;

function sample(language: string, holding = ''): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))];
  const found = blocks.map(([, text]) => text as string).find(text => text.includes(holding));
  if (!found) throw new Error(`The guide has no sample in ${language} that contains ${holding}`);
  return found;
}

async function check(name: string, tool: string | null, work: () => Promise<void> | void): Promise<void> {
  if (tool && !Bun.which(tool)) {
    console.log(`skip  ${name}: ${tool} is not installed`);
    return;
  }
  try {
    await work();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}: ${(error as Error).message}`);
  }
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function succeed(...command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder });
  if (exitCode !== 0) throw new Error(`${command[0]} ends with ${exitCode}: ${stderr}${stdout}`);
  return `${stdout}${stderr}`;
}

function freePort(): number {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port } = probe;
  probe.stop(true);
  return port as number;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + START_LIMIT_MS;
  while (performance.now() < endsAt) {
    if (await isSo().catch(() => false)) return;
    await Bun.sleep(50);
  }
  throw new Error(`${what} did not happen within ${START_LIMIT_MS / 1000} s`);
}

const backend = freePort();
const dataDir = join(folder, 'data');
const server = Bun.spawn([process.execPath, MAIN, 'serve'], {
  env: { PORT: String(backend), DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'hush' },
  stdout: Bun.file(join(folder, 'log')),
  stderr: 'inherit',
});
const isUp = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).ok;
await until('the server', () => isUp(backend));

interface Caller {
  url: string;
  headers: Record<string, string>;
}

async function newShop(port: number): Promise<Caller> {
  const url = `http://127.0.0.1:${port}/api/v1`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': CLIENT };
  const body = JSON.stringify({
    action: 'register',
    role: 'business',
    businessName: 'Cup',
    name: 'Olga',
    email: `olga@port-${port}.example`,
    password: 'correct horse battery',
  });
  const response = await fetch(`${url}/auth`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  return { url, headers: { ...headers, authorization: `Bearer ${data.accessToken}` } };
}

/** Checks through a proxy: a response, an event while the stream is open, the client's address, and no metrics. */
async function proxied(port: number): Promise<void> {
  await until('the proxy', () => isUp(port));
  const { url, headers } = await newShop(port);
  const stream = await fetch(`${url}/events/stream`, { headers });
  if (!stream.ok) throw new Error(`the stream returned ${stream.status}`);
  const terms = {
    name: 'x',
    platform: 'instagram',
    actionType: 'story',
    reward: { type: 'fixed', value: 1 },
  };
  const made = await fetch(`${url}/campaigns`, { method: 'POST', headers, body: JSON.stringify(terms) });
  if (made.status !== 201) throw new Error(`POST /campaigns returned ${made.status}`);
  await eventIn(stream);
  const denied = { 'x-forwarded-for': CLIENT, 'x-request-id': `through-port-${port}` };
  await fetch(`${url}/campaigns`, { headers: denied });
  const log = async () => (await Bun.file(join(folder, 'log')).text()).split('\n');
  await until('the line in the log', async () => {
    const line = (await log()).find(text => text.includes(`through-port-${port}`));
    return line?.includes(`"ip":"${CLIENT}"`) === true;
  });
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: 'Bearer hush' },
  });
  if (metrics.status !== 404) throw new Error(`the proxy lets /metrics through: ${metrics.status}`);
}

async function eventIn(stream: Response): Promise<void> {
  const reader = stream.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const late = Bun.sleep(STREAM_LIMIT_MS).then(() => 'late' as const);
  while (!text.includes('campaign.created')) {
    const part = await Promise.race([reader.read(), late]);
    if (part === 'late' || part.done) throw new Error(`no event arrives through the proxy: ${text}`);
    text += decoder.decode(part.value);
  }
  await reader.cancel();
}

async function whileRunning(command: string[], work: () => Promise<void>): Promise<void> {
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = Bun.spawn(command, { cwd: folder, env, stdout: 'ignore', stderr: 'ignore' });
  try {
    await work();
  } finally {
    child.kill('SIGTERM');
    await child.exited;
  }
}

await check('nginx takes its sample and proxies', 'nginx', async () => {
  succeed(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=perks.example',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  );
  mkdirSync(join(folder, 'temp'));
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path temp;`)
    .join(' ');
  const config = (server: string) =>
    `daemon off; pid nginx.pid; error_log stderr; events {} http { access_log off; ${temps} ${server} }`;
  const real = sample('nginx').replace(/\/etc\/letsencrypt\S+\/fullchain\.pem/, 'cert.pem');
  const secure = real.replace(/\/etc\/letsencrypt\S+\/privkey\.pem/, 'key.pem');
  succeed('nginx', '-p', folder, '-t', '-c', write('secure.conf', config(secure)), '-e', 'stderr');
  const port = freePort();
  const plain = secure
    .replace('443 ssl', `127.0.0.1:${port}`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replaceAll(':3000', `:${backend}`);
  const file = write('plain.conf', config(plain));
  await whileRunning(['nginx', '-p', folder, '-c', file, '-e', 'stderr'], () => proxied(port));
});

await check('caddy takes its sample and proxies', 'caddy', async () => {
  const text = sample('caddyfile');
  succeed('caddy', 'validate', '--adapter', 'caddyfile', '--config', write('Caddyfile', text));
  const port = freePort();
  const plain = text.replace('perks.example', `http://127.0.0.1:${port}`).replaceAll(':3000', `:${backend}`);
  // Caddy trusts no X-Forwarded-For by default; here the test itself is the outer proxy.
  const trusting = plain.replace('flush_interval -1', 'flush_interval -1\n\t\ttrusted_proxies 127.0.0.1/32');
  const file = write('Caddyfile.plain', `{\n\tadmin off\n}\n${trusting}`);
  await whileRunning(['caddy', 'run', '--adapter', 'caddyfile', '--config', file], () => proxied(port));
});

await check('systemd takes the unit', 'systemd-analyze', () => {
  const unit = sample('ini')
    .replace('/usr/local/bin/perkmint', process.execPath)
    .replace('User=perkmint', 'User=daemon');
  const file = write('perkmint.service', unit);
  const words = succeed('systemd-analyze', 'verify', file);
  if (words.includes('perkmint.service')) throw new Error(words);
  const rating = Bun.spawnSync(['systemd-analyze', 'security', '--offline=true', file]).stdout.toString();
  console.log(`      ${rating.trim().split('\n').at(-1)}`);
});

await check('prometheus takes the scrape configuration', 'promtool', () => {
  mkdirSync(join(folder, 'etc'));
  const token = write('etc/perkmint.token', 'hush');
  const config = sample('yaml', 'scrape_configs').replace('/etc/prometheus/perkmint.token', token);
  succeed('promtool', 'check', 'config', write('prometheus.yml', config));
});

await check('promtool finds nothing to say of GET /metrics', 'promtool', async () => {
  const headers = { authorization: 'Bearer hush' };
  const text = await (await fetch(`http://127.0.0.1:${backend}/metrics`, { headers })).text();
  succeed('sh', '-c', `promtool check metrics < '${write('metrics.txt', text)}'`);
});

await check('the Compose file is YAML with the services that it names', null, () => {
  const { services, volumes } = Bun.YAML.parse(sample('yaml', 'services:')) as {
    services: Record<string, { volumes: string[] }>;
    volumes: object;
  };
  const named = Object.values(services).flatMap(({ volumes: used }) => used.map(text => text.split(':')[0]));
  const missing = named.filter(name => !name?.startsWith('.') && !Object.hasOwn(volumes, name ?? ''));
  if (!services.perkmint || missing.length > 0) throw new Error(`volumes that are not there: ${missing}`);
});

server.kill('SIGTERM');
await server.exited;
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
