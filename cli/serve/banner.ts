import { describeDatabaseUrl, isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { VERSION } from '../../src/platform/version.ts';
import { API_PREFIX } from '../../src/routes/api.ts';
import type { CommandContext } from '../command-context.ts';
import { commandName } from './spawn-self.ts';

/**
 * Prints the server's address: a few lines on a terminal, otherwise one line of JSON. The setup link is a credential, so
 * it is not part of the JSON, which ends up in logs, but goes to stderr.
 */
export function printBanner(context: CommandContext, config: Config, setupLink: string | undefined): void {
  const { io, out, clock } = context;
  const docs = `${config.publicUrl}${API_PREFIX}/docs`;
  const health = `${config.publicUrl}${API_PREFIX}/health`;
  if (!io.isOutTerminal || out.isJson) {
    const facts = { version: VERSION, url: config.publicUrl, port: config.port, docs, health };
    const { dataDir } = config;
    const isSetupPending = setupLink !== undefined;
    const line = {
      time: nowIso(clock),
      level: 'info',
      message: 'listening',
      ...facts,
      dataDir,
      isSetupPending,
    };
    out.text(JSON.stringify(line));
    if (isSetupPending) out.info(`Set up your shop within 30 minutes (the link works once): ${setupLink}`);
    return;
  }
  const name = commandName(io.env);
  const folder = context.options.dataDir ? ` --data-dir ${context.options.dataDir}` : '';
  out.text(`
${out.style('bold', `Perkmint ${VERSION}`)} is running at ${out.style('cyan', config.publicUrl)}
`);
  if (setupLink) {
    out.text(`
${out.style('bold', 'Open this link to set up your shop.')} It works once, within 30 minutes:

  ${out.style('cyan', setupLink)}

To run it for several businesses, create an admin instead, in another terminal: ${name} init${folder}
`);
  } else {
    out.text(`
Next, in another terminal:

  ${name} businesses create --name "Blue Cup"${folder}
  ${name} --help
`);
  }
  out.text(`
  API description   ${docs}
  Health            ${health}
  Data              ${isSharedDatabase(config) ? describeDatabaseUrl(config.databaseUrl) : config.dataDir}

`);
  out.text(out.style('dim', 'Ctrl-C stops the server.'));
}
