import type { Signal } from '@preact/signals';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { pageFetch, parseErrorResponse } from './api.ts';

/** Closed, open, or lost and about to reconnect. */
export type StreamState = 'off' | 'on' | 'lost';

const MIN_RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 30_000;
/** Two of the server's heartbeats, and time for a slow network. */
const MAX_SILENCE_MS = 40_000;

/**
 * Yields the events of a stream as they happen, after undefined once connected, and ends when nothing arrives any more:
 * after a change of the network, a phone may not notice. EventSource would drop kinds without a listener and keep
 * reconnecting after the session has ended.
 * @throws ApiError, and the error that breaks the connection
 */
async function* openStream(path: string, signal: AbortSignal): AsyncGenerator<BusinessEvent | undefined> {
  const response = await pageFetch(path, { signal, headers: { Accept: 'text/event-stream' } });
  if (!response.ok || !response.body) throw parseErrorResponse(null, response);
  yield undefined;
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const timer = setTimeout(() => reader.cancel(), MAX_SILENCE_MS);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length));
  }
}

/**
 * Follows a stream and opens it again until `signal` is aborted.
 * @param notify called with each event, and with undefined after each connection but the first
 */
export async function followStream(
  path: string,
  signal: AbortSignal,
  state: Signal<StreamState>,
  notify: (event: BusinessEvent | undefined) => void,
): Promise<void> {
  let waitMs = MIN_RECONNECT_MS;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      // Without a network, attempts would only fill the console with errors.
      if (navigator.onLine)
        for await (const event of openStream(path, signal)) {
          state.value = 'on';
          waitMs = MIN_RECONNECT_MS;
          if (event === undefined && isFirst) isFirst = false;
          else notify(event);
        }
    } catch {
      // Reconnect whatever the reason.
    }
    if (signal.aborted) return;
    isFirst = false;
    state.value = 'lost';
    await new Promise(resolve => setTimeout(resolve, waitMs));
    if (navigator.onLine) waitMs = Math.min(waitMs * 2, MAX_RECONNECT_MS);
  }
}
