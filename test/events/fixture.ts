import type { Json } from '../campaigns/fixture.ts';
import type { TestApp } from '../support/test-app.ts';

/** An open stream of server-sent events. */
export interface OpenStream {
  response: Response;
  reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Reads until `count` events have arrived. @returns the data of the events since the last call */
  take(count: number): Promise<Json[]>;
}

/** Opens a stream of server-sent events. */
export async function openStream(
  ctx: TestApp,
  path: string,
  token: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const url = `http://localhost/api/v1${path}`;
  const response = await ctx.send(
    new Request(url, { headers: { authorization: `Bearer ${token}`, ...headers } }),
  );
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  const take = async (count: number): Promise<Json[]> => {
    for (;;) {
      const frames = text
        .split('\n\n')
        .slice(0, -1)
        .filter(frame => frame.includes('data: '));
      if (frames.length >= count) {
        text = '';
        return frames.map(frame => JSON.parse(frame.slice(frame.indexOf('data: ') + 'data: '.length)));
      }
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after ${text}`);
      text += new TextDecoder().decode(value);
    }
  };
  return { response, reader, take };
}
