import { type AnyElysia, Elysia } from 'elysia';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';

/** An Elysia app with any routes; other layers use this type because they must not import elysia. */
export type App = AnyElysia;

const SPEC_PATH = '/spec';

/** The part of the plugin's document that is used: one operation per route. */
export interface SwaggerDocument {
  paths: Record<string, Record<string, Record<string, unknown>>>;
}

/**
 * Returns the document that @elysiajs/swagger generates for an app's routes. The plugin is mounted on a temporary app,
 * so that its own pages do not become part of the API. It is imported on first use, because most processes never need
 * the document, and yields to the event loop in between.
 */
export async function readSwagger(app: App): Promise<SwaggerDocument> {
  const { swagger } = await import('@elysiajs/swagger');
  await yieldToEventLoop();
  const reader = new Elysia()
    .use(swagger({ path: '/page', specPath: SPEC_PATH, excludeStaticFile: false }))
    .use(app);
  await yieldToEventLoop();
  const response = await reader.handle(new Request(`http://localhost${SPEC_PATH}`));
  return (await response.json()) as SwaggerDocument;
}
