import { type Signal, useSignal } from '@preact/signals';
import type { Import } from '../../../../programs/imports/model.ts';
import { TEMPLATE_ROWS } from '../../../../programs/imports/rules/columns.ts';
import type { Program } from '../../../../programs/model.ts';
import { api } from '../../../data/api.ts';
import { downloadCsv } from '../../../data/csv.ts';
import { formatPercent } from '../../../data/format.ts';
import { type ImportProgress, importFile, type Preview, readPreview } from '../../../data/import-file.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { memberImport as t } from '../../../messages/memberImport/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';

// Shown once a file was chosen, and checked.
const ImportHistory = lazyComponent(() => import('./import-history.tsx'));
const ImportColumns = lazyComponent(async () => ({
  default: (await import('./import-columns.tsx')).ImportColumns,
}));
const ImportReport = lazyComponent(async () => ({
  default: (await import('./import-report.tsx')).ImportReport,
}));

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

const PERCENT = 100;

/** Brings the members of another program with their balances. */
export default function ImportMembers({ params: { id = '' } }: PageProps) {
  const program = useRead(api.programs({ id }).get);
  const history = useRead(api.imports.get, { programId: id, page: 1, perPage: 10 }, { live: ['import.'] });
  return (
    <Loaded resource={program} lines={8}>
      {found => (
        <>
          <PageHead
            title={t.title}
            intro={formatText(t.intro, { program: found.name })}
            back={{ href: `/dashboard/programs/${id}`, label: found.name }}
          />
          <ImportForm program={found} onDone={history.reload} />
          <Loaded resource={history}>
            {({ items }) => <ImportHistory imports={items} onChanged={history.reload} />}
          </Loaded>
        </>
      )}
    </Loaded>
  );
}

/** The steps: choose a file, assign its columns, check it, import it. */
function ImportForm({ program, onDone }: { program: Program; onDone: () => void }) {
  const file = useSignal<File | undefined>(undefined);
  const preview = useSignal<Preview | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const mapping = useSignal<Record<string, string>>({});
  const progress = useSignal<ImportProgress | undefined>(undefined);
  const report = useSignal<Import | undefined>(undefined);
  const choose = async (chosen: File | undefined) => {
    file.value = chosen;
    report.value = undefined;
    mapping.value = {};
    preview.value = chosen && (await readPreview(chosen));
    problem.value = chosen && !preview.value ? t.noHeader : undefined;
  };
  const run = async (dryRun: boolean) => {
    if (!file.value) return;
    report.value = undefined;
    const draft = { programId: program.id, file: file.value, mapping: mapping.value, dryRun };
    try {
      report.value = await importFile(draft, next => {
        progress.value = next;
      });
    } finally {
      progress.value = undefined;
      onDone();
    }
  };
  const check = useAction(() => run(true));
  const load = useAction(() => run(false));
  const error = check.error.value ?? load.error.value;
  return (
    <Card
      title={t.csvFile}
      actions={
        <Button isSmall onClick={() => downloadCsv('members', TEMPLATE_ROWS)}>
          {t.template}
        </Button>
      }
    >
      <Form class="stack" action={check}>
        <FileField file={file} error={problem.value} onChoose={choose} />
        {preview.value && (
          <ImportColumns
            preview={preview.value}
            mapping={mapping}
            onChange={() => {
              report.value = undefined;
            }}
          />
        )}
        {progress.value && <Progress {...progress.value} />}
        <FormError error={error} />
        {report.value && <ImportReport report={report.value} program={program} />}
        <div class="actions">
          <SubmitButton kind="plain" isDisabled={!preview.value || load.isBusy.value}>
            {t.check}
          </SubmitButton>
          <Button
            kind="primary"
            busy={load.isBusy}
            isDisabled={!preview.value || check.isBusy.value}
            onClick={() => void load.run()}
          >
            {t.start}
          </Button>
          <ShowCodeButton operation="createImport" values={{ kind: 'members', programId: program.id }} />
        </div>
      </Form>
    </Card>
  );
}

function FileField({
  file,
  error,
  onChoose,
}: {
  file: Signal<File | undefined>;
  error: string | undefined;
  onChoose: (chosen: File | undefined) => Promise<void>;
}) {
  return (
    <Field label={t.file} isRequired error={error} hint={t.fileHint}>
      {controlProps => (
        <input
          {...controlProps}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          required={!file.value}
          onChange={event => void onChoose(event.currentTarget.files?.[0])}
        />
      )}
    </Field>
  );
}

function Progress({ step, percent }: ImportProgress) {
  const label = step === 'sending' ? t.sending : t.reading;
  return (
    <div role="status">
      <ProgressBar
        label={label}
        name={label}
        value={percent}
        max={PERCENT}
        note={formatPercent(Math.round(percent))}
      />
    </div>
  );
}
