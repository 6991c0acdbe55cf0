import type { Command } from 'commander';
import { type Action, withExamples } from '../command.ts';
import type { Finding } from '../doctor/finding.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { CheckFailed } from '../errors.ts';

export function doctorCommand(program: Command, action: Action): void {
  const command = program
    .command('doctor')
    .description('Diagnose the installation and suggest fixes (exits 7 if a check fails)')
    .action(
      action(async context => {
        const findings = await runChecks(context);
        const mark = { ok: 'green', warning: 'yellow', wrong: 'red' } as const;
        context.out.table<Finding>(findings, [
          { title: 'CHECK', value: finding => finding.check },
          { title: 'STATE', value: finding => context.out.style(mark[finding.state], finding.state) },
          { title: 'FOUND', value: finding => finding.found },
        ]);
        if (!context.out.isJson)
          for (const { check, fix } of findings) if (fix) context.out.info(`${check}: ${fix}`);
        const wrong = findings.filter(finding => finding.state === 'wrong');
        if (wrong.length > 0)
          throw new CheckFailed(`Failed checks: ${wrong.map(({ check }) => check).join(', ')}`);
      }),
    );
  withExamples(command, 'perkmint doctor', 'perkmint doctor --data-dir /srv/perkmint --json');
}
