import { embedFiles } from './guide-files.ts';
import { errorsTable, exitCodesTable, settingsTable, validationRulesTable } from './guide-tables.ts';
import { processIo } from './output.ts';
import { encryptedList, positionsTable, rateLimitsTable } from './security-tables.ts';

/** Updates what the guides contain of the code and of the files for deployments: `bun run guides`. Tests compare it. */
const TABLES = [
  { name: 'exit-codes', file: 'src/guides/cli.md', table: exitCodesTable() },
  { name: 'settings', file: 'src/guides/settings.md', table: settingsTable() },
  { name: 'errors', file: 'src/guides/errors.md', table: errorsTable() },
  { name: 'positions', file: 'src/guides/security-model.md', table: positionsTable() },
  { name: 'rate-limits', file: 'src/guides/security-model.md', table: rateLimitsTable() },
  { name: 'encrypted', file: 'src/guides/security-model.md', table: encryptedList() },
  { name: 'validation-rules', file: 'src/guides/errors.md', table: validationRulesTable() },
];

for (const { name, file, table } of TABLES) {
  const text = await Bun.file(file).text();
  const section = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  await Bun.write(
    file,
    text.replace(section, () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`),
  );
  processIo().err(`${file} is up to date\n`);
}

for (const file of new Bun.Glob('src/guides/*.md').scanSync()) {
  const text = await Bun.file(file).text();
  const filled = await embedFiles(text, '.');
  if (filled === text) continue;
  await Bun.write(file, filled);
  processIo().err(`${file} contains the present files\n`);
}
