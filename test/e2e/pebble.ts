import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { SECOND_MS } from '../../src/platform/clock.ts';
import { findFreePort } from '../support/free-port.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';

/** The domain of the servers. */
export const NAME = 'shop.example';
const WAIT_MS = 60 * SECOND_MS;

export interface Running {
  child: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
  /** The lines of its log. */
  lines: { message: string; reason?: string }[];
}

/** The certificate authority pebble with its name server, and servers with --domain beside it, in a folder of their own. */
export class Pebble {
  readonly folder = mkdtempSync(join(tmpdir(), 'perkmint-pebble-'));
  readonly ports = {
    http: findFreePort(),
    https: findFreePort(),
    directory: findFreePort(),
    management: findFreePort(),
    dns: findFreePort(),
    dnsManagement: findFreePort(),
  };
  readonly #processes: Bun.Subprocess[] = [];

  /** @param program the command line of the servers */
  constructor(private readonly program: string[]) {}

  /** Starts the name server, for which every name is this computer. */
  async startNames(): Promise<void> {
    const { dns, dnsManagement } = this.ports;
    const command = ['pebble-challtestsrv', '-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''];
    for (const name of ['http01', 'https01', 'tlsalpn01']) command.push(`-${name}`, '');
    command.push('-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`);
    this.#start(command);
    await until('The start of the name server', () => canConnect(dnsManagement));
  }

  /** Starts pebble, which looks for the domain at these ports. */
  async startAuthority(
    certificateValidityPeriod: number,
    { http: httpPort, https: tlsPort }: { http: number; https: number } = this.ports,
  ): Promise<Bun.Subprocess> {
    const { directory, management, dns } = this.ports;
    await Bun.write(join(this.folder, 'key.pem'), TEST_KEY);
    await Bun.write(join(this.folder, 'cert.pem'), TEST_CERT);
    const pebble = {
      listenAddress: `127.0.0.1:${directory}`,
      managementListenAddress: `127.0.0.1:${management}`,
      certificate: 'cert.pem',
      privateKey: 'key.pem',
      httpPort,
      tlsPort,
      certificateValidityPeriod,
    };
    await Bun.write(join(this.folder, 'pebble.json'), JSON.stringify({ pebble }));
    const child = this.#start(['pebble', '-config', 'pebble.json', '-dnsserver', `127.0.0.1:${dns}`], {
      PEBBLE_VA_NOSLEEP: '1',
    });
    await until('The start of pebble', () => canConnect(directory));
    return child;
  }

  /** Returns the command line of a server, and its settings besides those of this process. */
  describeServer(dataDir: string): { command: string[]; env: Record<string, string> } {
    const { http, https, directory } = this.ports;
    return {
      command: [...this.program, 'serve', '--port', '0', '--domain', NAME, '--data-dir', dataDir],
      env: {
        NODE_ENV: 'production',
        RATE_LIMIT: 'off',
        ACME_DIRECTORY: `https://127.0.0.1:${directory}/dir`,
        NODE_EXTRA_CA_CERTS: join(this.folder, 'cert.pem'),
        HTTP_PORT: String(http),
        HTTPS_PORT: String(https),
      },
    };
  }

  startServer(dataDir: string): Running {
    const { command, env } = this.describeServer(dataDir);
    const child = this.#start(command, env);
    return { child, lines: followLog(child.stdout) };
  }

  /** Returns the serial number of the certificate that a visitor gets; undefined without one. */
  readServed(): Promise<string | undefined> {
    return new Promise(resolve => {
      const options = {
        host: '127.0.0.1',
        port: this.ports.https,
        servername: NAME,
        rejectUnauthorized: false,
      };
      const socket = connect(options, () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      for (const event of ['error', 'close']) socket.on(event, () => resolve(undefined));
    });
  }

  /** Kills what still runs, and removes the folder. */
  close(): void {
    for (const child of this.#processes) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(command: string[], env: Record<string, string> = {}): Running['child'] {
    const child = Bun.spawn(command, {
      cwd: this.folder,
      env: { ...process.env, ...env },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    this.#processes.push(child);
    return child;
  }
}

/** Reads the log of a server but its requests. @returns the lines, to which later ones are added */
export function followLog(stdout: ReadableStream<Uint8Array>): Running['lines'] {
  const lines: Running['lines'] = [];
  void (async () => {
    let text = '';
    for await (const bytes of stdout) {
      const parts = (text + new TextDecoder().decode(bytes)).split('\n');
      text = parts.pop() ?? '';
      lines.push(...parts.map(line => JSON.parse(line)).filter(({ message }) => message !== 'request'));
    }
  })();
  return lines;
}

export const countObtained = ({ lines }: Pick<Running, 'lines'>) =>
  lines.filter(({ message }) => message === 'obtained a certificate').length;

/** Waits until a condition holds. @returns the milliseconds. @throws Error after a minute */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startMs > WAIT_MS) throw new Error(`${what} did not happen within a minute`);
    await Bun.sleep(20);
  }
  return Math.round(performance.now() - startMs);
}

async function canConnect(port: number): Promise<boolean> {
  try {
    (await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })).end();
    return true;
  } catch {
    return false;
  }
}

export async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  await child.exited;
}
