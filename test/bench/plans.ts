import { median, print, verdict } from './harness.ts';
import { startInstallation } from './installation.ts';
import { sized } from './smoke.ts';

const PLANS = sized(10, 1);
const ROUNDS = sized(5, 1);
const QUIET_MS = sized(1_000, 5);
const GOAL_MS = 50;

/**
 * How long GET /health waits while ten plans of the largest kind are made, and while nothing is.
 * With BENCH_CHECKOUT=<folder> of another revision.
 */
export async function plans(): Promise<void> {
  const installation = await startInstallation('plans');
  const { businessId, post, healthDuring } = installation;
  const ask = { businessId, budget: 2_500, customersPerMonth: 5_000 };
  // The first plan also starts whatever is started for it.
  await post('/ai/campaign-agent', ask);
  const quiet = await healthDuring(() => Bun.sleep(QUIET_MS));
  const took: number[] = [];
  const busy: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const work = async () => {
      const responses = await Promise.all(
        Array.from({ length: PLANS }, () => post('/ai/campaign-agent', ask)),
      );
      took.push(...responses.map(({ ms }) => ms));
      const refused = responses.find(({ status }) => status !== 200);
      if (refused) throw new Error(`A plan request returned ${refused.status}: ${refused.text}`);
    };
    busy.push(await healthDuring(work));
  }
  await installation.stop();
  const row = (title: string, values: number[]) => [
    title,
    String(values.length),
    ...[0.5, 0.99, 1].map(share => quantile(values, share).toFixed(1)),
  ];
  print(
    `GET /health beside ${PLANS} plans, ${ROUNDS} rounds`,
    ['', 'requests', 'p50 ms', 'p99 ms', 'worst ms'],
    [row('nothing else', quiet), row('plans', busy.flat()), row('the plans themselves', took)],
  );
  const p99 = median(busy.map(values => quantile(values, 0.99)));
  verdict('p99 of health in ms, median of the rounds', p99, GOAL_MS, p99 <= GOAL_MS);
}

function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
