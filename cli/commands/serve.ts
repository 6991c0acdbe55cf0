import type { Command } from 'commander';
import { type Action, withExamples } from '../command.ts';
import { type ServeOptions, serve } from '../serve/serve.ts';

export function serveCommand(program: Command, action: Action): void {
  const command = program
    .command('serve')
    .alias('start')
    .description('Run the server until SIGTERM or Ctrl-C')
    .option('--port <n>', 'TCP port to listen on; 0 picks a free port (setting PORT, default 3000)')
    .option('--host <address>', 'address to listen on (setting HOST, default 127.0.0.1)')
    .option(
      '--domain <name>',
      'obtain a certificate for the domain and serve https on port 443; repeatable (setting DOMAINS)',
      (name: string, names: string[] = []) => [...names, name],
    )
    .action(action<ServeOptions>(serve));
  withExamples(
    command,
    'perkmint serve',
    'perkmint serve --domain perks.bluecup.example',
    'ADMIN_EMAIL=root@shop.example ADMIN_PASSWORD_FILE=./secret perkmint serve --port 8080',
  );
}
