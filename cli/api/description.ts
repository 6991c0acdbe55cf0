import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../src/config/index.ts';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import type { CommandContext } from '../command-context.ts';
import { withApp } from '../with-app.ts';

const SELF = '127.0.0.1';

const documents = new Map<string, OpenApiDocument>();

/** Returns the OpenAPI document, which depends only on the public URL. It is read once per process. */
export async function describeApi(context: CommandContext): Promise<OpenApiDocument> {
  const config = context.config();
  const document = documents.get(config.publicUrl) ?? (await readDocument(config));
  documents.set(config.publicUrl, document);
  return document;
}

/** Reads the document from a temporary installation. */
async function readDocument(config: Config): Promise<OpenApiDocument> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-description-'));
  try {
    return await withApp({ ...config, databaseUrl: '', dataDir }, {}, async ({ handler }) => {
      const answer = await handler.fetch(new Request(`http://localhost${API_PREFIX}/docs`), SELF);
      return (await answer.json()) as OpenApiDocument;
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
