import type { Import } from '../../../../programs/imports/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { downloadCsv } from '../../../data/csv.ts';
import { formatNumber } from '../../../data/format.ts';
import { memberImport as t } from '../../../messages/memberImport/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Stat, StatList } from '../../../ui/components.tsx';
import { BLANK, Table } from '../../../ui/table.tsx';
import { formatTotals } from './import-labels.ts';

/** Rejected rows that the page shows; the download has all. */
const MAX_SHOWN = 50;

/** The result of an import or a check: counts, balances and rejected rows. */
export function ImportReport({ report, program }: { report: Import; program: Program }) {
  const { dryRun, rows, created, updated, unchanged, failed, errors, status } = report;
  const download = () =>
    downloadCsv(`rejected-rows-${program.id}`, [
      ['line', 'column', 'issue'],
      ...errors.map(({ line, column, issue }) => [line, column, issue]),
    ]);
  return (
    <section class="stack" aria-label={dryRun ? t.resultOfCheck : t.resultOfImport}>
      <h3>{dryRun ? t.checkTitle : t.importTitle}</h3>
      <p role="status">{describe(report)}</p>
      {status === 'failed' && <p class="notice warn">{t.interrupted}</p>}
      <StatList>
        <Stat name={t.rows} value={formatNumber(rows)} />
        <Stat name={dryRun ? t.newMembers : t.membersCreated} value={formatNumber(created)} />
        <Stat name={dryRun ? t.membersToUpdate : t.membersUpdated} value={formatNumber(updated)} />
        <Stat name={t.unchanged} value={formatNumber(unchanged)} />
        <Stat name={t.rejected} value={formatNumber(failed)} />
      </StatList>
      {errors.length > 0 && (
        <>
          <Table
            caption={t.rejectedRows}
            isCompact
            items={errors.slice(0, MAX_SHOWN)}
            keyOf={({ line }) => String(line)}
            columns={[
              { head: t.line, cell: ({ line }) => line },
              { head: t.column, cell: ({ column }) => column ?? BLANK },
              { head: t.issue, cell: ({ issue }) => issue },
            ]}
          />
          <div class="actions">
            <Button onClick={download}>{t.downloadRejected}</Button>
          </div>
        </>
      )}
    </section>
  );
}

function describe(report: Import): string {
  const { dryRun, failed } = report;
  const totals = formatTotals(report);
  const balances = totals === '' ? t.noBalances : totals;
  if (dryRun) return formatText(t.wouldAdd, { balances });
  return failed > 0 ? formatText(t.addedPartly, { balances }) : formatText(t.added, { balances });
}
