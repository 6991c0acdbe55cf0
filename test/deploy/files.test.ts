import { describe, expect, test } from 'bun:test';
import { DEPLOY_FOLDER, embedFiles } from '../../cli/guide-files.ts';
import manifest from '../../package.json';
import { loadConfig, SETTINGS } from '../../src/config/index.ts';
import { DRAIN_TIMEOUT_MS } from '../../src/http/server.ts';
import { MAX_UPLOAD_BYTES } from '../../src/uploads/model.ts';
import { readDescribedRoutes } from '../support/routes.ts';

/** Compares the files for deployments with the program, the image and the guides. */

const ROOT = new URL('../..', import.meta.url).pathname;
const readText = (path: string) => Bun.file(ROOT + path).text();
const readFile = (path: string) => readText(`${DEPLOY_FOLDER}/${path}`);
const PATHS = [...new Bun.Glob('**/*').scanSync(`${ROOT}${DEPLOY_FOLDER}`)].sort();
const TEXTS = new Map(await Promise.all(PATHS.map(async path => [path, await readFile(path)] as const)));
const DOCKERFILE = await readText('Dockerfile');
const GUIDES = ['self-hosting', 'postgresql'];
const KNOWN_SETTINGS = Object.values<{ env: string; secret?: boolean }>(SETTINGS).flatMap(
  ({ env, secret }) => (secret ? [env, `${env}_FILE`] : [env]),
);
/** Variables of PostgreSQL's image and families of addresses, which are no settings. */
const FOREIGN = /^(POSTGRES_|PG|AF_|CAP_)/;

/** The value of an instruction of the Dockerfile. */
function findInDockerfile(pattern: RegExp): string {
  const value = pattern.exec(DOCKERFILE)?.[1];
  if (!value) throw new Error(`The Dockerfile has no ${pattern}`);
  return value;
}

const PORT = findInDockerfile(/^EXPOSE (\d+)$/m);
const USER = findInDockerfile(/^USER (\d+):\d+$/m);
const BINARY = findInDockerfile(/^ENTRYPOINT \["([^"]+)"\]$/m);
const DATA = findInDockerfile(/^VOLUME (\S+)$/m);

interface Probe {
  exec?: { command: string[] };
  httpGet?: { path: string; port: string };
}

interface Container {
  image: string;
  ports: { name: string; containerPort: number }[];
  env: { name: string; value: string }[];
  envFrom: { secretRef: { name: string } }[];
  securityContext: Record<string, unknown>;
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
}

interface Resource {
  kind: string;
  metadata: { name: string };
  stringData: Record<string, string>;
  spec: {
    replicas: number;
    selector: { matchLabels?: Record<string, string> };
    ports: { targetPort: string }[];
    strategy?: { rollingUpdate: { maxUnavailable: number } };
    volumeClaimTemplates?: { metadata: { name: string } }[];
    template: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        automountServiceAccountToken: boolean;
        securityContext: Record<string, unknown>;
        containers: Container[];
        volumes: { name: string }[];
      };
    };
  };
}

interface Compose {
  services: Record<
    string,
    { image: string; environment?: Record<string, string>; volumes?: string[]; stop_grace_period?: string }
  >;
}

async function readResources(path: string): Promise<Resource[]> {
  return [Bun.YAML.parse(await readFile(path))].flat() as Resource[];
}

const VARIANTS = [
  { path: 'kubernetes/sqlite.yaml', kind: 'StatefulSet', replicas: 1 },
  { path: 'kubernetes/postgresql.yaml', kind: 'Deployment', replicas: 2 },
];

async function readPod(path: string, kind: string) {
  const resource = (await readResources(path)).find(each => each.kind === kind)!;
  const pod = resource.spec.template.spec;
  return { resource, pod, container: pod.containers[0]! };
}

describe('the files for deployments', () => {
  test('every file is in the list of the README', async () => {
    const readme = await readFile('README.md');
    const folders = [...readme.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path);
    const isListed = (path: string) =>
      folders.some(listed => listed === path || listed.split('/')[0] === path.split('/')[0]);
    expect(PATHS.filter(path => path !== 'README.md' && !isListed(path))).toEqual([]);
  });

  test('the guides contain them (update them with: bun run guides)', async () => {
    for (const name of GUIDES) {
      const guide = await readText(`src/guides/${name}.md`);
      expect(await embedFiles(guide, ROOT)).toBe(guide);
    }
    const texts = (await Promise.all(GUIDES.map(name => readText(`src/guides/${name}.md`)))).join('');
    const embedded = [...texts.matchAll(/<!-- file (\S+) -->/g)].map(([, path = '']) => path);
    const others = PATHS.filter(path => !embedded.includes(path));
    expect(others).toEqual(['README.md', 'grafana/perkmint.json', 'kubernetes/secret.yaml']);
  });

  test('a file that the guide contains in an earlier version is replaced', async () => {
    const text = 'Before\n<!-- file proxy/Caddyfile -->\nold\n<!-- /file -->\nAfter';
    expect(await embedFiles(text, ROOT)).toBe(
      `Before\n<!-- file proxy/Caddyfile -->\n\`\`\`caddyfile\n${TEXTS.get('proxy/Caddyfile')}\`\`\`\n<!-- /file -->\nAfter`,
    );
  });

  test('YAML and JSON can be parsed', () => {
    for (const [path, text] of TEXTS) {
      if (path.endsWith('.yaml')) expect(Bun.YAML.parse(text)).toBeObject();
      if (path.endsWith('.json')) expect(JSON.parse(text)).toBeObject();
    }
  });

  test('every variable is a setting', async () => {
    const compose = ['compose', 'compose-postgresql'].flatMap(folder =>
      Object.values((Bun.YAML.parse(TEXTS.get(`${folder}/compose.yaml`)!) as Compose).services).flatMap(
        ({ environment }) => Object.keys(environment ?? {}),
      ),
    );
    const pods = await Promise.all(VARIANTS.map(({ path, kind }) => readPod(path, kind)));
    const kubernetes = pods.flatMap(({ container }) => container.env.map(({ name }) => name));
    const [secret] = await readResources('kubernetes/secret.yaml');
    const systemd = [...TEXTS.get('systemd/perkmint.service')!.matchAll(/^Environment=(\w+)=/gm)].map(
      ([, name = '']) => name,
    );
    // Comments and descriptions name settings, too.
    const named = [...TEXTS.values()].flatMap(text => text.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []);
    const names = [...compose, ...kubernetes, ...Object.keys(secret!.stringData), ...systemd, ...named];
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter(name => !FOREIGN.test(name) && !KNOWN_SETTINGS.includes(name))).toEqual([]);
  });

  test('every address of a server has the port of the image', () => {
    const addresses = [...TEXTS.values()].flatMap(text => [
      ...text.matchAll(/(?<![\w/])(?:perkmint|node-[ab]|127\.0\.0\.1):(\d+)\b/g),
    ]);
    expect(addresses.length).toBeGreaterThan(4);
    expect(new Set(addresses.map(([, port]) => port))).toEqual(new Set([PORT]));
    expect(SETTINGS.port.fallback).toBe(Number(PORT));
  });

  test('every path of the API is an operation', async () => {
    const { operations } = await readDescribedRoutes();
    const paths = [...TEXTS.values()].flatMap(text => text.match(/(?<=\s)\/api\/v1\/\w+/g) ?? []);
    expect(paths).toContain('/api/v1/ready');
    const known = operations.map(({ path }) => path);
    expect([...new Set(paths)].filter(path => !known.some(each => path.endsWith(each)))).toEqual([]);
  });

  test('no file names a version of Bun', () => {
    expect([...TEXTS].filter(([, text]) => /bun@\d/i.test(text)).map(([path]) => path)).toEqual([]);
  });

  test('the proxies hide the metrics and accept the largest upload', () => {
    for (const [path, text] of TEXTS)
      if (path.endsWith('Caddyfile')) expect(text).toContain('respond /metrics 404');
    const nginx = TEXTS.get('proxy/nginx.conf')!;
    expect(nginx).toContain('location = /metrics { return 404; }');
    const [, mebibytes] = /client_max_body_size (\d+)m;/.exec(nginx) ?? [];
    expect(Number(mebibytes) * 1024 * 1024).toBeGreaterThan(MAX_UPLOAD_BYTES);
  });
});

describe('the Compose file for SQLite', () => {
  test('stores the data in the volume of the image and waits for the shutdown', () => {
    const { perkmint } = (Bun.YAML.parse(TEXTS.get('compose/compose.yaml')!) as Compose).services;
    expect(perkmint?.volumes).toEqual([`perkmint:${DATA}`]);
    expect(Number.parseInt(perkmint?.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(DRAIN_TIMEOUT_MS);
    expect(loadConfig({ env: perkmint?.environment ?? {} }).problems).toEqual([]);
  });

  test('takes the image that the guide builds', async () => {
    const [, tag] = /^docker build -t (\S+)/m.exec(await readText('src/guides/self-hosting.md')) ?? [];
    for (const folder of ['compose', 'compose-postgresql'])
      expect(TEXTS.get(`${folder}/compose.yaml`)).toContain(`image: ${tag}\n`);
  });
});

describe('the unit for systemd', () => {
  const unit = TEXTS.get('systemd/perkmint.service')!;

  test('starts the binary where the guide installs it, with the data in its state folder', () => {
    expect(unit).toContain(`ExecStart=${BINARY} serve\n`);
    const [, state] = /^StateDirectory=(\w+)$/m.exec(unit) ?? [];
    expect(unit).toContain(`Environment=DATA_DIR=/var/lib/${state}\n`);
  });

  test('waits for the shutdown', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(DRAIN_TIMEOUT_MS);
  });
});

describe.each(VARIANTS)('$path', ({ path, kind, replicas }) => {
  test('runs as the user of the image with a read-only file system and no privileges', async () => {
    const { pod, container } = await readPod(path, kind);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: Number(USER),
      fsGroup: Number(USER),
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('probes the server as the guide recommends', async () => {
    const { container } = await readPod(path, kind);
    for (const probe of [container.startupProbe, container.livenessProbe])
      expect(probe.exec?.command).toEqual([BINARY, 'healthcheck']);
    expect(container.readinessProbe.httpGet).toEqual({ path: '/api/v1/ready', port: 'http' });
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(PORT) }]);
  });

  test('has the number of servers that its database allows, and enough time to stop them', async () => {
    const { resource, pod, container } = await readPod(path, kind);
    expect(resource.spec.replicas).toBe(replicas);
    expect(resource.spec.strategy?.rollingUpdate.maxUnavailable ?? 0).toBe(0);
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    const { config } = loadConfig({ env });
    expect(config.dataDir).toStartWith(`${DATA}/`);
    expect(pod.terminationGracePeriodSeconds * 1_000).toBeGreaterThan(
      config.shutdownDelay * 1_000 + DRAIN_TIMEOUT_MS,
    );
  });

  test('names only resources, ports, volumes and labels that it defines', async () => {
    const { resource, pod, container } = await readPod(path, kind);
    const all = await readResources(path);
    const service = all.find(each => each.kind === 'Service')!;
    const labels = resource.spec.template.metadata.labels;
    expect(service.spec.selector as Record<string, string>).toEqual(labels);
    expect(resource.spec.selector.matchLabels).toEqual(labels);
    expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    const claims = resource.spec.volumeClaimTemplates ?? [];
    const volumes = [...pod.volumes.map(({ name }) => name), ...claims.map(({ metadata }) => metadata.name)];
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
    const [secret] = await readResources('kubernetes/secret.yaml');
    expect(container.envFrom[0]?.secretRef.name).toBe(secret!.metadata.name);
    expect(await readFile('kubernetes/ingress.yaml')).toContain(`name: ${service.metadata.name}\n`);
  });

  test('has the version of this program as the tag of its image', async () => {
    const { container } = await readPod(path, kind);
    expect(container.image).toBe(`registry.example/perkmint:${manifest.version}`);
  });
});

test('the settings of the pods are valid with secrets, and refused with the placeholders of the example', async () => {
  const { container } = await readPod('kubernetes/postgresql.yaml', 'Deployment');
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  const [secret] = await readResources('kubernetes/secret.yaml');
  expect(loadConfig({ env: { ...env, ...secret!.stringData } }).problems.join('\n')).toContain(
    'ENCRYPTION_KEY',
  );
  const generated = Object.entries(secret!.stringData).map(([name, value]) =>
    value === 'replace this' ? [name, crypto.randomUUID().repeat(2)] : [name, value],
  );
  expect(loadConfig({ env: { ...env, ...Object.fromEntries(generated) } }).problems).toEqual([]);
});
