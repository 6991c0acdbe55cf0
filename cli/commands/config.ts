import type { Command } from 'commander';
import type { Origin } from '../../src/config/find-text.ts';
import { type Config, SETTINGS, type SettingName } from '../../src/config/index.ts';
import { type Action, commandGroup, withExamples } from '../command.ts';
import { ConfigError } from '../errors.ts';
import { settingsTable } from '../guide-tables.ts';

const MASK = '********';

interface ShownSetting {
  name: string;
  value: unknown;
  origin: Origin;
}

export function configCommand(program: Command, action: Action): void {
  const noun = commandGroup(
    program,
    'config',
    'Show settings, their values and sources (default subcommand: show)',
    'perkmint config',
    'perkmint config show --json',
  );
  const command = noun
    .command('show', { isDefault: true })
    .description('Show every setting with its value and source; secrets are masked')
    .option('--markdown', 'print all settings and their defaults as a Markdown table')
    .action(
      action<{ markdown?: boolean }>(async context => {
        if (context.options.markdown) return context.out.text(settingsTable());
        const { config, origins, problems } = context.loadConfig();
        context.out.table(
          shownSettings(config, origins),
          [
            { title: 'SETTING', value: setting => setting.name },
            { title: 'VALUE', value: setting => formatValue(setting.value) },
            { title: 'SOURCE', value: setting => setting.origin },
          ],
          Object.fromEntries(
            shownSettings(config, origins).map(({ name, value, origin }) => [name, { value, origin }]),
          ),
        );
        if (problems.length > 0) throw new ConfigError(problems);
      }),
    );
  withExamples(command, 'perkmint config show', 'PORT=8080 perkmint config show --json');
}

function shownSettings(config: Config, origins: Record<SettingName, Origin>): ShownSetting[] {
  // Of the settings per platform, most are empty; show only those that are set.
  const names = (Object.keys(SETTINGS) as SettingName[]).filter(
    key => SETTINGS[key].family === undefined || origins[key] !== 'default',
  );
  return names.map(key => {
    const { env, secret } = SETTINGS[key];
    const value = config[key];
    return { name: env, value: secret && value ? MASK : value, origin: origins[key] };
  });
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const set = Object.entries(value).filter(([, part]) => part !== null);
  return set.map(([name, part]) => `${name}=${part}`).join('; ');
}
