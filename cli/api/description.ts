import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { silentLog } from '../../src/platform/log.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import type { CommandContext } from '../command-context.ts';

const SELF = '127.0.0.1';

/** Returns the OpenAPI document. It doesn't depend on data, so it comes from a temporary installation. */
export async function describeApi(context: CommandContext): Promise<OpenApiDocument> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-description-'));
  try {
    const app = await createApp({ ...context.config(), databaseUrl: '', dataDir }, { log: silentLog });
    const answer = await app.handler.fetch(new Request(`http://localhost${API_PREFIX}/docs`), SELF);
    const document = (await answer.json()) as OpenApiDocument;
    await app.close();
    return document;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
