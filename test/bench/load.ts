/**
 * The load generator, which runs as a separate process: keep-alive connections with one request in flight each, and
 * raw bytes in and out. Its ceiling is the last line of `bun run bench list`. Reads a LoadSpec on stdin,
 * prints a LoadResult.
 */
export interface LoadSpec {
  port: number;
  clients: number;
  warmupMs: number;
  measureMs: number;
  /** Ends after this many responses, warm-up included, instead of after a time. */
  count?: number;
  /** Complete HTTP requests, which each connection sends in turn. UNIQUE is replaced with a new number each time. */
  requests: string[];
  /** Responses with another status count as errors. */
  status: number;
}

export interface LoadResult {
  perSecond: number;
  /** All of them, warm-up included. */
  responses: number;
  errors: number;
  p50Ms: number;
  p99Ms: number;
}

/** A placeholder in a request for a number that no other request of this or a later load has. */
export const UNIQUE = '{{{{{unique}}}}}';
const MAX_SAMPLES = 1_000_000;
const HEAD_END = '\r\n\r\n';
/** Fewer requests than microseconds go by, so that the next process starts behind this one. */
let unique = Date.now() * 1000;
const LENGTH = /content-length: (\d+)/i;

export async function run(spec: LoadSpec): Promise<LoadResult> {
  const requests = spec.requests.map(text => ({ bytes: Buffer.from(text), places: placesOf(text) }));
  const samples = new Float64Array(MAX_SAMPLES);
  let count = 0;
  let responses = 0;
  let errors = 0;
  let isMeasuring = false;
  let isOver = false;
  const counted = Promise.withResolvers<void>();

  const connect = (index: number) => {
    let turn = index;
    let sentAt = 0;
    let rest: Buffer | undefined;
    const send = (socket: Bun.Socket) => {
      const { bytes, places } = requests[turn++ % requests.length] as (typeof requests)[number];
      if (places.length > 0) {
        const number = String(unique++);
        for (const place of places) bytes.write(number.padStart(UNIQUE.length, '0'), place, 'latin1');
      }
      sentAt = performance.now();
      socket.write(bytes);
    };
    const settle = (socket: Bun.Socket, status: number) => {
      responses++;
      if (responses === spec.count) counted.resolve();
      if (isMeasuring) {
        if (count < MAX_SAMPLES) samples[count] = performance.now() - sentAt;
        count++;
        if (status !== spec.status) errors++;
      }
      if (isOver) socket.end();
      else send(socket);
    };
    return Bun.connect({
      hostname: '127.0.0.1',
      port: spec.port,
      socket: {
        open: send,
        data(socket, chunk) {
          const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
          const head = bytes.indexOf(HEAD_END);
          const text = head < 0 ? '' : bytes.toString('latin1', 0, head);
          const length = Number(LENGTH.exec(text)?.[1] ?? 0);
          const isWhole = head >= 0 && bytes.length >= head + HEAD_END.length + length;
          rest = isWhole ? undefined : Buffer.from(bytes);
          if (isWhole) settle(socket, Number(text.slice(9, 12)));
        },
        error: () => void errors++,
        close: () => void (isOver || errors++),
      },
    });
  };

  await Promise.all(Array.from({ length: spec.clients }, (_, index) => connect(index)));
  await Bun.sleep(spec.warmupMs);
  isMeasuring = true;
  const startedAt = performance.now();
  await (spec.count === undefined ? Bun.sleep(spec.measureMs) : counted.promise);
  isMeasuring = false;
  const seconds = (performance.now() - startedAt) / 1000;
  isOver = true;
  const sorted = samples.subarray(0, Math.min(count, MAX_SAMPLES)).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: count / seconds, responses, errors, p50Ms: at(0.5), p99Ms: at(0.99) };
}

function placesOf(text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(UNIQUE); at >= 0; at = text.indexOf(UNIQUE, at + 1)) places.push(at);
  return places;
}

if (import.meta.main) {
  const result = await run((await Bun.stdin.json()) as LoadSpec);
  await Bun.write(Bun.stdout, JSON.stringify(result));
  process.exit(0);
}
