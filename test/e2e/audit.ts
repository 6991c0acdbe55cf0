/**
 * Asks the registry whether anything that the binary holds has a known weakness: `bun run audit`. Ends with 1
 * for one that is high or critical. Where the registry cannot be asked it says so and ends with 0: being offline
 * is no weakness.
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
  const reason = (err || out).trim().split('\n').at(-1) || `no answer within ${TIMEOUT_MS / 1000} s`;
  console.log(`audit: skipped, the registry cannot be asked (${reason})`);
}

/** Undefined unless the registry has answered. */
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
