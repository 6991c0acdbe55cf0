import { processIo } from './output.ts';
import { errorsTable, exitCodesTable, settingsTable } from './reference.ts';

/** Writes the README's tables anew from the code: `bun run readme`. A test compares them. */
const FILE = 'README.md';
const TABLES = { 'exit-codes': exitCodesTable(), settings: settingsTable(), errors: errorsTable() };

let text = await Bun.file(FILE).text();
for (const [name, table] of Object.entries(TABLES)) {
  const place = new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- /${name} -->`);
  text = text.replace(place, () => `<!-- ${name} -->\n${table}\n<!-- /${name} -->`);
}
await Bun.write(FILE, text);
processIo().err(`${FILE} has its tables\n`);
