import { SETTINGS } from '../src/config/index.ts';
import { ERRORS, VALIDATION_RULES } from '../src/errors.ts';
import { EXIT_CODES } from './errors.ts';

/** Builds tables of the guides from the code; a test compares them. */

interface DocumentedSetting {
  env: string;
  flag?: string;
  fallback: unknown;
  doc: string;
  secret?: boolean;
  family?: string;
}

export function settingsTable(): string {
  const rows = Object.values<DocumentedSetting>(SETTINGS).map(
    ({ env, flag, fallback, doc, secret, family }) => {
      const name = family ?? env;
      return [
        `\`${name}\`${secret ? `, \`${name}_FILE\`` : ''}${flag ? `, \`--${flag}\`` : ''}`,
        formatDefault(fallback),
        doc,
      ];
    },
  );
  const shown = new Map(rows.map(row => [row[0], row]));
  return markdown(['Setting', 'Default', 'Meaning'], [...shown.values()] as string[][]);
}

export function exitCodesTable(): string {
  return markdown(['Code', 'Meaning'], Object.entries(EXIT_CODES));
}

export function errorsTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, exit, about }]) => [
    `\`${code}\``,
    String(status),
    String(exit),
    about,
  ]);
  return markdown(['Code', 'HTTP', 'Exit', 'When'], rows);
}

export function validationRulesTable(): string {
  const bounds = {
    none: '',
    number: '`limit`: a number',
    time: '`limit`: an ISO 8601 time',
    list: '`allowed`: the accepted values',
  };
  const rows = Object.entries(VALIDATION_RULES).map(([rule, { bound, about }]) => [
    `\`${rule}\``,
    about,
    bounds[bound],
  ]);
  return markdown(['Rule', 'Violated when', 'Also in the detail'], rows);
}

function formatDefault(fallback: unknown): string {
  const isNone = fallback === '' || fallback === null || (Array.isArray(fallback) && fallback.length === 0);
  return isNone ? '' : `\`${String(fallback)}\``;
}

/** Formats a table as Markdown. */
export function markdown(titles: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
