import type { Server } from 'bun';

/** A request from the planner to the model. */
export interface ModelRequest {
  authorization: string | null;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format: { json_schema: { schema: object } };
  };
}

export type Reply = (asked: ModelRequest, attempt: number) => Response | Promise<Response>;

/** A fake OpenAI-compatible server whose replies a test controls. */
export interface FakeModel {
  url: string;
  requests: ModelRequest[];
  reply: Reply;
  stop(): Promise<void>;
}

export function fakeModel(): FakeModel {
  const model: FakeModel = { url: '', requests: [], reply: () => new Response('{}'), stop: async () => {} };
  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async request => {
      const asked = {
        authorization: request.headers.get('authorization'),
        body: (await request.json()) as ModelRequest['body'],
      };
      model.requests.push(asked);
      return model.reply(asked, model.requests.length);
    },
  });
  model.url = `http://127.0.0.1:${server.port}/v1`;
  model.stop = () => server.stop(true);
  return model;
}

export function completion(content: unknown): Response {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return Response.json({ choices: [{ message: { role: 'assistant', content: text } }] });
}

interface Item {
  id: string;
  texts: Record<string, string>;
}

/** Parses the data that the planner sent. */
export function parseData({ body }: ModelRequest): { items: Item[] } & Record<string, unknown> {
  return JSON.parse(body.messages[1]?.content ?? '{}');
}

/** Returns the items in reverse order with each text changed. */
export function rewriteItems(
  asked: ModelRequest,
  change: (text: string) => string,
): { items: Record<string, string>[] } {
  const items = parseData(asked).items.map(({ id, texts }) => ({
    id,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)])),
  }));
  return { items: items.reverse() };
}
