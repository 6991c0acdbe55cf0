import type { Server } from 'bun';

/** What the planner sent to the model. */
export interface Asked {
  authorization: string | null;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format: { json_schema: { schema: object } };
  };
}

export type Reply = (asked: Asked, attempt: number) => Response | Promise<Response>;

/** A server that speaks as OpenAI's does, and errs as a test wants it to. */
export interface FakeModel {
  url: string;
  asked: Asked[];
  reply: Reply;
  stop(): Promise<void>;
}

export function fakeModel(): FakeModel {
  const model: FakeModel = { url: '', asked: [], reply: () => new Response('{}'), stop: async () => {} };
  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: async request => {
      const asked = {
        authorization: request.headers.get('authorization'),
        body: (await request.json()) as Asked['body'],
      };
      model.asked.push(asked);
      return model.reply(asked, model.asked.length);
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

/** The data that the planner sent. */
export function dataOf({ body }: Asked): { items: Item[] } & Record<string, unknown> {
  return JSON.parse(body.messages[1]?.content ?? '{}');
}

/** The items as they came, each text changed; the last first. */
export function reworded(
  asked: Asked,
  change: (text: string) => string,
): { items: Record<string, string>[] } {
  const items = dataOf(asked).items.map(({ id, texts }) => ({
    id,
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)])),
  }));
  return { items: items.reverse() };
}
