import { type AnyElysia, Elysia } from 'elysia';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';

/** An Elysia app, whatever its routes: the type by which other layers name it. */
export type App = AnyElysia;

const SPEC_PATH = '/spec';

/** The part of the plugin's document that is read; each operation is what the plugin made of one route. */
export interface SwaggerDocument {
  paths: Record<string, Record<string, Record<string, unknown>>>;
}

/**
 * What @elysiajs/swagger knows of the routes of an app. The plugin is mounted beside them on an app that lives
 * for this one question, so that its own pages never become part of the API; it is loaded here, off the start
 * path, because few starts are followed by a look at the description, and in steps between which the event loop turns.
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
