import { useSignal } from '@preact/signals';
import type { ExportLink, IssuedExportLink } from '../../../../export-links/model.ts';
import { api, send } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { links as t } from '../../../messages/links/index.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { showSecret } from '../../../ui/show-secret.tsx';
import { EmptyState, FormError, Loaded } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';

const CALENDAR = 'getCalendar';
/** A list of one program, whose ID is a parameter. */
const MEMBERS = 'listMembers';
const ALL = { page: 1, perPage: 100 };
const ENDING = '…';

/** Links that show campaigns in a calendar, or a list in a spreadsheet, without another credential. */
export default function ExportLinks() {
  const list = useRead(
    api['export-links'].get,
    { ...pageQuery(), ...tenantParams() },
    { live: ['exportLink.'] },
  );
  const show = ({ operationId, url }: IssuedExportLink) => {
    const isCalendar = operationId === CALENDAR;
    showSecret({
      title: isCalendar ? t.calendarReady : t.linkReady,
      hint: isCalendar ? t.calendarHint : t.linkHint,
      secret: url,
    });
    list.reload();
  };
  return (
    <>
      <Card title={t.calendar}>
        <p>{t.calendarHow}</p>
        <CreateCalendar onIssued={show} />
      </Card>
      <Card title={t.spreadsheets}>
        <p>{t.spreadsheetsHow}</p>
        <CreateLink onIssued={show} />
      </Card>
      <Card title={t.yourLinks} actions={<CsvLink path="/export-links" values={tenantParams()} />}>
        <p class="hint">{t.warning}</p>
        <PagedList resource={list} empty={<EmptyState icon="link" title={t.noLinks} />}>
          {items => <LinkTable items={items} onRevoked={list.reload} />}
        </PagedList>
      </Card>
    </>
  );
}

interface CreateProps {
  onIssued: (link: IssuedExportLink) => void;
}

function CreateCalendar({ onIssued }: CreateProps) {
  const create = useAction(async () => {
    onIssued(await send(api['export-links'].post({ operationId: CALENDAR, ...tenantParams() })));
  });
  return (
    <>
      <FormError error={create.error.value} />
      <div class="actions">
        <Button busy={create.isBusy} onClick={() => void create.run()}>
          {t.createCalendar}
        </Button>
      </div>
    </>
  );
}

function CreateLink({ onIssued }: CreateProps) {
  const programs = useRead(api.programs.get, { ...ALL, ...tenantParams() });
  const operationId = useSignal('listSubmissions');
  const programId = useSignal('');
  const query = () => ({ id: programId.value || programs.data.value?.items[0]?.id || '' });
  const buildBody = () => ({
    operationId: operationId.value,
    ...(operationId.value === MEMBERS ? { query: query() } : {}),
    ...tenantParams(),
  });
  const create = useAction(async () => {
    onIssued(await send(api['export-links'].post(buildBody())));
  });
  return (
    <Loaded resource={programs}>
      {({ items }) => (
        <Form action={create}>
          <SelectField label={t.list} value={operationId} options={listChoices(items.length > 0)} />
          {operationId.value === MEMBERS && (
            <SelectField
              label={t.program}
              value={programId}
              options={items.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <FormError error={create.error.value} />
          <div class="actions">
            <ShowCodeButton operation="createExportLink" values={buildBody()} />
            <SubmitButton kind="plain">{t.createLink}</SubmitButton>
          </div>
        </Form>
      )}
    </Loaded>
  );
}

function listChoices(hasPrograms: boolean) {
  return Object.entries(t.lists)
    .filter(([value]) => value !== CALENDAR && (hasPrograms || value !== MEMBERS))
    .map(([value, label]) => ({ value, label }));
}

function LinkTable({ items, onRevoked }: { items: ExportLink[]; onRevoked: () => void }) {
  const revoke = (id: string) =>
    openForm({
      title: t.revokeTitle,
      submitLabel: t.revoke,
      isDanger: true,
      content: t.revokeHow,
      run: async () => {
        await send(api['export-links']({ id }).delete());
        toast(t.revoked);
        onRevoked();
      },
    });
  return (
    <Table
      caption={t.yourLinks}
      items={items}
      keyOf={({ id }) => id}
      columns={[
        { head: t.content, cell: ({ operationId }) => nameContent(operationId) },
        { head: t.ending, cell: ({ last4 }) => <code>{ENDING + last4}</code> },
        { head: t.lastUsed, cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
        { head: t.created, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
        {
          head: t.actions,
          isMenu: true,
          cell: ({ id, operationId }) => (
            <ActionMenu
              label={`${t.actions}: ${nameContent(operationId)}`}
              actions={[{ label: t.revoke, isDanger: true, onClick: () => revoke(id) }]}
            />
          ),
        },
      ]}
    />
  );
}

/** Links that were created by the API can have any list. */
function nameContent(operationId: string): string {
  return (t.lists as Record<string, string>)[operationId] ?? operationId;
}
