import type { AnyElysia } from 'elysia';
import type { RouteTable } from '../http/routes.ts';

export async function openApiDocument(_app: AnyElysia, _routes: RouteTable, _url: string): Promise<unknown> {
  return {};
}
