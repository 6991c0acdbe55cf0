import type { Signal } from '@preact/signals';
import {
  IDENTITY_FIELDS,
  IGNORED,
  IMPORT_FIELDS,
  type ImportField,
  matchColumns,
} from '../../../../programs/imports/rules/columns.ts';
import type { Preview } from '../../../data/import-file.ts';
import { memberImport as t } from '../../../messages/memberImport/index.ts';
import { formatText } from '../../../messages/text.ts';
import { BLANK, Table } from '../../../ui/table.tsx';
import { formatSource } from './import-labels.ts';

interface ImportColumnsProps {
  preview: Preview;
  /** The chosen fields, by the name of the column. */
  mapping: Signal<Record<string, string>>;
  onChange: () => void;
}

/** Shows the columns of a file with the values of its first rows, and lets the user choose their fields. */
export function ImportColumns({ preview: { names, rows }, mapping, onChange }: ImportColumnsProps) {
  const chosen = mapping.value as Record<string, ImportField | typeof IGNORED>;
  const { format, at, ownIdAt } = matchColumns(names, chosen);
  const fieldOf = (index: number) =>
    index === ownIdAt ? 'memberId' : (IMPORT_FIELDS.find(field => at[field] === index) ?? IGNORED);
  const choose = (name: string, field: string) => {
    // A field has one column: the one that had it before is no longer used.
    const others = Object.entries(mapping.value).filter(([, other]) => other !== field || field === IGNORED);
    mapping.value = { ...Object.fromEntries(others), [name]: field };
    onChange();
  };
  const columns = names.map((name, index) => ({ name, index })).filter(({ name }) => name !== '');
  const isIdentified = IDENTITY_FIELDS.some(field => at[field] !== undefined);
  return (
    <section class="stack">
      <h3>{t.columns}</h3>
      <p>{formatText(t.columnsHow, { format: formatSource(format) })}</p>
      {!isIdentified && (
        <p class="notice warn" role="status">
          {t.noIdentity}
        </p>
      )}
      <Table
        caption={t.columnsCaption}
        items={columns}
        keyOf={({ index }) => String(index)}
        columns={[
          { head: t.column, cell: ({ name }) => name },
          {
            head: t.firstRows,
            cell: ({ index }) =>
              rows
                .map(row => row[index]?.trim())
                .filter(text => text)
                .join(' · ') || BLANK,
          },
          {
            head: t.contains,
            cell: ({ name, index }) => (
              <select
                aria-label={formatText(t.contentOf, { column: name })}
                value={fieldOf(index)}
                onChange={event => choose(name, event.currentTarget.value)}
              >
                {([IGNORED, ...IMPORT_FIELDS] as const).map(field => (
                  <option key={field} value={field} selected={field === fieldOf(index)}>
                    {t.fields[field]}
                  </option>
                ))}
              </select>
            ),
          },
        ]}
      />
    </section>
  );
}
