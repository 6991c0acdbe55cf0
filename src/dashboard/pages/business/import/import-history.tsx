import { signal } from '@preact/signals';
import type { Import } from '../../../../programs/imports/model.ts';
import { formatNumber } from '../../../data/format.ts';
import { undoImport } from '../../../data/import-file.ts';
import { memberImport as t } from '../../../messages/memberImport/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { BLANK, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatTotals } from './import-labels.ts';

/** Lists the latest imports of a program, which can be undone. */
export default function ImportHistory({ imports, onChanged }: { imports: Import[]; onChanged: () => void }) {
  const real = imports.filter(({ dryRun }) => !dryRun);
  const programId = real[0]?.programId;
  if (!programId) return null;
  return (
    <Card title={t.imports} actions={<CsvLink path="/imports" values={{ programId }} />}>
      <Table
        caption={t.imports}
        isCompact
        items={real}
        keyOf={({ id }) => id}
        columns={[
          { head: t.time, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
          { head: t.status, cell: ({ status }) => t.statuses[status] },
          { head: t.created, isNumber: true, cell: ({ created }) => formatNumber(created) },
          { head: t.updated, isNumber: true, cell: ({ updated }) => formatNumber(updated) },
          { head: t.rejected, isNumber: true, cell: ({ failed }) => formatNumber(failed) },
          { head: t.balances, cell: row => formatTotals(row) || BLANK },
          {
            head: t.undo,
            cell: row =>
              row.status === 'completed' || row.status === 'failed' ? (
                <Button isSmall onClick={() => undo(row, onChanged)}>
                  {t.undoImport}
                </Button>
              ) : (
                BLANK
              ),
          },
        ]}
      />
    </Card>
  );
}

function undo(row: Import, onDone: () => void): void {
  const keepChanged = signal(false);
  openForm({
    title: t.undoImport,
    submitLabel: t.undoImport,
    isDanger: true,
    content: (
      <>
        <p>
          {formatText(t.undoHow, {
            created: formatText(t.memberCount, { count: row.created }),
            updated: formatText(t.memberCount, { count: row.updated }),
          })}
        </p>
        <CheckboxField value={keepChanged} label={t.keepChanged} hint={t.keepChangedHint} />
      </>
    ),
    run: async () => {
      const { kept } = await undoImport(row.id, keepChanged.value);
      toast(kept > 0 ? formatText(t.importUndoneKept, { count: kept }) : t.importUndone);
      onDone();
    },
  });
}
