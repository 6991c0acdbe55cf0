import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { API_PREFIX } from '../../src/app.ts';
import { type Action, examples } from '../command.ts';

export function openapiCommand(program: Command, action: Action): void {
  const command = program
    .command('openapi')
    .description('Print the API as an OpenAPI 3.1 document')
    .action(
      action(async session => {
        // The document depends on no data: it is asked of an installation that lives for this one answer.
        const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-openapi-'));
        try {
          const app = await session.open({ ...session.config(), dataDir });
          const request = new Request(`http://localhost${API_PREFIX}/docs`);
          const answer = await app.door.fetch(request, '127.0.0.1');
          session.out.json(await answer.json());
          await app.close();
        } finally {
          rmSync(dataDir, { recursive: true, force: true });
        }
      }),
    );
  examples(command, 'perkmint openapi > openapi.json', 'PUBLIC_URL=https://perks.example perkmint openapi');
}
