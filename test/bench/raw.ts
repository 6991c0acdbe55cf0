/**
 * What the benchmark compares with: Bun.serve and bun:sqlite by hand, nothing around them. It answers the
 * same bytes as ours from the same tables, without authentication, limits, headers, validation library or
 * log.
 */
import { Database } from 'bun:sqlite';
import { createInsert, type InsertSpec } from './raw-insert.ts';
import { createList, type ListSpec } from './raw-list.ts';
import { createOrder, type OrderSpec } from './raw-order.ts';
import { createStatic, type StaticSpec } from './raw-static.ts';
import { createSubmit, type SubmitSpec } from './raw-submit.ts';

export type RawSpec =
  | { kind: 'hello' }
  | ({ kind: 'list' } & ListSpec)
  | ({ kind: 'insert' } & InsertSpec)
  | ({ kind: 'submit' } & SubmitSpec)
  | ({ kind: 'order' } & OrderSpec)
  | ({ kind: 'static' } & StaticSpec);

type Handler = (request: Request) => Response | Promise<Response>;

function handlerOf(spec: RawSpec): Handler {
  if (spec.kind === 'list') return createList(new Database(spec.file, { readonly: true }), spec);
  if (spec.kind === 'insert') return createInsert(spec);
  if (spec.kind === 'submit') return createSubmit(spec);
  if (spec.kind === 'order') return createOrder(spec);
  if (spec.kind === 'static') return createStatic(spec);
  return () => Response.json({ success: true });
}

if (import.meta.main) {
  const handler = handlerOf((await Bun.file(process.env.BENCH_SPEC ?? '').json()) as RawSpec);
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, development: false, fetch: handler });
  // Whatever ends the benchmark ends its servers.
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: server.port });
}
