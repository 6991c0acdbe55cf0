/**
 * `bun run audit` checks the binary's dependencies for known vulnerabilities. Exits with 1 if any is high or critical.
 * If the registry can't be reached, it says so and exits with 0, so that CI also works offline.
 */
const SERIOUS = ['high', 'critical'];
const TIMEOUT_MS = 30_000;

interface Advisory {
  id: number;
  url: string;
  title: string;
  severity: string;
  vulnerable_versions: string;
}

const child = Bun.spawn([process.execPath, 'audit', '--json', '--prod'], {
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
  timeout: TIMEOUT_MS,
});
const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
await child.exited;

const advisories = parse(out);
if (advisories) {
  for (const [name, advisory] of advisories) {
    console.log(`${advisory.severity.padEnd(8)} ${name} ${advisory.vulnerable_versions}: ${advisory.title}`);
    console.log(`         ${advisory.url}`);
  }
  const serious = advisories.filter(([, { severity }]) => SERIOUS.includes(severity)).length;
  console.log(`audit: ${advisories.length} advisories, ${serious} of them high or critical`);
  process.exitCode = serious > 0 ? 1 : 0;
} else {
  const reason = (err || out).trim().split('\n').at(-1) || `no response within ${TIMEOUT_MS / 1000} s`;
  console.log(`audit: skipped, the registry cannot be asked (${reason})`);
}

/** Returns undefined if the registry can't be reached. */
function parse(text: string): [name: string, advisory: Advisory][] | undefined {
  try {
    const found = JSON.parse(text) as Record<string, Advisory[]>;
    return Object.entries(found).flatMap(([name, list]) =>
      list.map((advisory): [string, Advisory] => [name, advisory]),
    );
  } catch {
    return undefined;
  }
}

export {};
