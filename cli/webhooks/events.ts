import type { CommandContext } from '../command-context.ts';

/** The fields of an event that are printed. */
interface PrintableEvent {
  id: string;
  type: string;
  createdAt: string;
  data: { object: { id?: string } };
}

/** Prints an event as a line of text, or as a line of JSON with --json. */
export function printEvent({ out }: CommandContext, body: string, verdict: string): void {
  const event = parseEvent(body);
  if (!event || out.isJson) {
    out.text(event ? JSON.stringify(event) : `(not an event)  ${verdict}`);
    return;
  }
  const time = event.createdAt.slice(11, 19);
  const kind = event.type.padEnd(24);
  out.text(
    `${out.style('dim', time)}  ${out.style('bold', kind)}  ${event.data.object.id ?? '-'}  ${verdict}`,
  );
}

export function parseEvent(body: string): PrintableEvent | undefined {
  try {
    const event = JSON.parse(body) as PrintableEvent;
    return typeof event.data?.object === 'object' && typeof event.createdAt === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves after `limit` events, or when a signal stops the command. */
export function createStopCondition(limit: number | undefined) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  process.once('SIGINT', resolve);
  process.once('SIGTERM', resolve);
  const forget = () => {
    process.off('SIGINT', resolve);
    process.off('SIGTERM', resolve);
  };
  return {
    done: promise.finally(forget),
    stop: resolve,
    countEvent: () => {
      count += 1;
      if (limit !== undefined && count >= limit) resolve();
    },
  };
}
