import { AppError } from '../../src/errors.ts';
import { signatureHeaders } from '../../src/platform/security/signatures.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import { readFailure, sendRequest } from '../api/client.ts';
import type { CommandContext } from '../command-context.ts';
import { createStopCondition, parseEvent, printEvent } from './events.ts';

interface FollowOptions {
  server: string;
  key: string;
  /** URL to forward each event to, signed; without it, events are only printed. */
  forwardTo?: string;
  secret: string;
  type?: string;
  limit?: number;
}

const RECONNECT_MS = 2_000;
const FORWARD_TIMEOUT_MS = 10_000;
/** Statuses that a retry can't change. */
const FINAL_STATUSES = [400, 401, 403, 404];

/**
 * Follows the event stream of a server and forwards each event to a local URL with the body and headers of a webhook, so
 * that no public URL is needed. Reconnects after the last event.
 * @throws errors that a retry can't fix
 */
export async function followEvents(context: CommandContext, options: FollowOptions): Promise<void> {
  const { done, countEvent, stop } = createStopCondition(options.limit);
  const abort = new AbortController();
  void done.then(() => abort.abort());
  let lastEventId: string | undefined;
  while (!abort.signal.aborted) {
    try {
      const response = await connect(options, lastEventId, abort.signal);
      context.out.info(`Following ${options.server}${options.forwardTo ? ` for ${options.forwardTo}` : ''}`);
      for await (const frame of readFrames(response)) {
        if (!frame.data || abort.signal.aborted) continue;
        printEvent(context, frame.data, await forward(context, options, frame.data));
        lastEventId = frame.id;
        countEvent();
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof AppError && FINAL_STATUSES.includes(error.status)) {
        stop();
        throw error;
      }
      context.out.info(`${(error as Error).message}; retrying`);
    }
    if (!abort.signal.aborted) await Promise.race([Bun.sleep(RECONNECT_MS), done]);
  }
}

async function connect(
  { server, key, type }: FollowOptions,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const query = type ? `?type=${encodeURIComponent(type)}` : '';
  const headers: Record<string, string> = lastEventId ? { 'Last-Event-ID': lastEventId } : {};
  const response = await sendRequest(server, key, `${API_PREFIX}/events/stream${query}`, { headers, signal });
  if (!response.ok) throw await readFailure(response, server);
  return response;
}

interface Frame {
  id?: string;
  data?: string;
}

/** Yields the frames of a server-sent event stream. */
async function* readFrames(response: Response): AsyncGenerator<Frame> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) yield parseFrame(frame);
  }
}

function parseFrame(frame: string): Frame {
  const fields = frame
    .split('\n')
    .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return Object.fromEntries(fields) as Frame;
}

/** Forwards an event. @returns the result as text */
async function forward(
  { clock }: CommandContext,
  { forwardTo, secret }: FollowOptions,
  body: string,
): Promise<string> {
  const event = parseEvent(body);
  if (!forwardTo || !event) return '';
  const timestampSeconds = Math.floor(clock.now() / 1000);
  const headers = {
    'Content-Type': 'application/json',
    'X-Webhook-Id': event.id,
    'X-Webhook-Event': event.type,
    ...signatureHeaders({ current: secret }, { id: event.id, timestampSeconds, body }),
  };
  try {
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS);
    const { status } = await fetch(forwardTo, { method: 'POST', headers, body, redirect: 'manual', signal });
    return `→ ${status}`;
  } catch {
    return '→ unreachable';
  }
}
