import { once } from 'node:events';
import type { Command } from 'commander';
import { parseToolsets } from '../../src/describe/mcp/toolsets.ts';
import { openTarget, type TargetOptions, withTarget } from '../api/target.ts';
import { type Action, withExamples } from '../command.ts';
import { UsageError } from '../errors.ts';

export function mcpCommand(program: Command, action: Action): void {
  const command = program
    .command('mcp')
    .description('Serve the Model Context Protocol tools over stdin and stdout')
    .option('--toolsets <names>', 'toolsets to list beside the default one, or all')
    .action(
      action<TargetOptions & { toolsets?: string }>(async context => {
        const { server, business, toolsets } = context.options;
        if (!server && !business) {
          throw new UsageError('Specify a target: --server <url> with an API key, or --business <id>');
        }
        const target = await openTarget(context);
        const agent = {
          ...target,
          toolsets: parseToolsets(target.document, toolsets),
          permissions: await target.readRights(),
        };
        const [{ serveStdio }, { createServer }] = await Promise.all([
          import('@modelcontextprotocol/server/stdio'),
          import('../../src/mcp/server.ts'),
        ]);
        const ended = once(process.stdin, 'close');
        const handle = serveStdio(() => createServer(agent));
        context.out.info('Serving MCP on stdin and stdout until stdin closes');
        await ended;
        await handle.close();
      }),
    );
  withTarget(command);
  withExamples(
    command,
    'perkmint mcp --business biz_01…',
    'perkmint mcp --business biz_01… --toolsets webhooks,influencers',
    'PERKMINT_API_KEY=… perkmint mcp --server https://perks.example',
  );
}
