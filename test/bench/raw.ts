/**
 * What the benchmark compares with: Bun.serve and bun:sqlite by hand, nothing around them.
 * `list` does: the query read, a prepared select of the page, a total that is counted row by row, stored JSON parsed,
 * rows mapped, the same bytes stringified. It does not: look at a session, count against a limit, find out the
 * peer's address, make a request id, set a header, check its response, refuse anything, write a log line.
 * `static` does: the same bytes from memory, If-None-Match, the same headers, a unique request id. It does not: look
 * at the peer's address, keep windows (its rate headers are a plain counter), read X-Request-Id or Origin, know a
 * second route, notice that the response has changed, write a log line.
 * `hello` is the ceiling of the load generator.
 */
import { Database } from 'bun:sqlite';
import { type Served, serveAsChild } from './child.ts';
import { createInsert, type InsertSpec } from './raw-insert.ts';
import { createList, type ListSpec } from './raw-list.ts';
import { createOrder, type OrderSpec } from './raw-order.ts';
import { createPostgresWrites, type PostgresSpec, stats } from './raw-postgres.ts';
import { createStatic, type StaticSpec } from './raw-static.ts';
import { createSubmit, type SubmitSpec } from './raw-submit.ts';

export type RawSpec =
  | { kind: 'hello' }
  | ({ kind: 'list' } & ListSpec)
  | ({ kind: 'insert' } & InsertSpec)
  | ({ kind: 'submit' } & SubmitSpec)
  | ({ kind: 'order' } & OrderSpec)
  | ({ kind: 'postgres' } & PostgresSpec)
  | ({ kind: 'static' } & StaticSpec);

type Handler = (request: Request) => Response | Promise<Response>;

function handlerOf(spec: RawSpec): Handler {
  if (spec.kind === 'list') return createList(new Database(spec.file, { readonly: true }), spec);
  if (spec.kind === 'insert') return createInsert(spec);
  if (spec.kind === 'submit') return createSubmit(spec);
  if (spec.kind === 'order') return createOrder(spec);
  if (spec.kind === 'postgres') return createPostgresWrites(spec);
  if (spec.kind === 'static') return createStatic(spec);
  return () => Response.json({ success: true });
}

export function serve(spec: RawSpec): Served {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: handlerOf(spec) });
  return { port: server.port as number, stats: () => stats, stop: () => server.stop(true) };
}

if (import.meta.main) await serveAsChild(serve);
