/** A proxy that loses the first answers to a POST after the server has done its work, so that a client must repeat it. */
export interface LossyProxy {
  url: string;
  /** Loses the next answers to a POST. */
  lose(count: number): void;
  close(): Promise<void>;
}

export function startLossyProxy(target: string): LossyProxy {
  let losses = 0;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const { method, headers, signal } = request;
      const body = method === 'GET' ? undefined : await request.arrayBuffer();
      const answer = await fetch(target + pathname + search, {
        method,
        headers,
        signal,
        ...(body && { body }),
        decompress: false,
      });
      if (method !== 'POST' || losses === 0) return answer;
      losses -= 1;
      await answer.arrayBuffer();
      return new Response('The answer is lost', { status: 502 });
    },
  });
  return {
    url: server.url.origin,
    lose: count => {
      losses = count;
    },
    close: () => server.stop(true),
  };
}
