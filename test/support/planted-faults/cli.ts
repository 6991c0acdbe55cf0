import type { PlantedFault } from './fault.ts';

export const CLI_FAULTS: readonly PlantedFault[] = [
  {
    name: 'A data folder in use exits with 1 instead of 5.',
    file: 'cli/errors.ts',
    find: 'if (thrown instanceof LockedError) return { exitCode: 5,',
    replace: 'if (thrown instanceof LockedError) return { exitCode: 1,',
    tests: ['test/cli/serve.test.ts'],
  },
  {
    name: 'With --json, an error is printed on stdout.',
    file: 'cli/output.ts',
    find: 'this.info(JSON.stringify({ error: failure, exitCode }));',
    replace: 'this.text(JSON.stringify({ error: failure, exitCode }));',
    tests: ['test/cli/work.test.ts'],
  },
  {
    name: 'A list ignores --created-to.',
    file: 'cli/input.ts',
    find: 'return { page, perPage, createdFrom, createdTo, sort };',
    replace: 'return { page, perPage, createdFrom, createdTo: undefined, sort };',
    tests: ['test/cli/remote.test.ts'],
  },
  {
    name: 'A backup replaces a file that exists.',
    file: 'cli/commands/db-backup.ts',
    find: `if (existsSync(target)) throw new Failure(5, 'CONFLICT', \`\${target} already exists\`);`,
    replace: '',
    tests: ['test/cli/db.test.ts'],
  },
  {
    name: 'An irreversible command runs without a question where none can be answered.',
    file: 'cli/command-context.ts',
    find: 'if (this.options.yes) return;',
    replace: 'if (this.options.yes || !this.io.isInteractive) return;',
    tests: ['test/cli/people.test.ts'],
  },
  {
    name: 'Escape sequences in names reach the terminal.',
    file: 'cli/output.ts',
    find: "return Bun.stripANSI(text).replace(/\\p{Cc}/gu, ' ');",
    replace: 'return text;',
    tests: ['test/cli/output.test.ts'],
  },
  {
    name: 'Whitespace after the secret in a file is part of the secret.',
    file: 'cli/secrets.ts',
    find: 'return readPasswordFile(file).trim();',
    replace: 'return readPasswordFile(file);',
    tests: ['test/cli/webhooks.test.ts'],
  },
  {
    name: 'Files that the program creates are readable by all users.',
    file: 'cli/run.ts',
    find: 'process.umask(OWNER_ONLY_UMASK);',
    replace: 'process.umask(OWNER_ONLY_UMASK & 0);',
    tests: ['test/cli/private-files.test.ts'],
  },
];
