import type { CsvCell } from '../../platform/csv.ts';
import { useAction } from '../data/resource.ts';
import { tools as t } from '../messages/tools/index.ts';
import { Button } from './button.tsx';
import { RARE_ICONS } from './rare-icons.ts';
import { FormError } from './states.tsx';

interface ExportButtonProps {
  /** The name of the file, without its extension. */
  name: string;
  isSmall?: boolean;
  /** Returns the rows, the first of them the headings. @throws ApiError */
  read: () => Promise<CsvCell[][]> | CsvCell[][];
}

/** Downloads a table as CSV. */
export function ExportButton({ name, isSmall = false, read }: ExportButtonProps) {
  const download = useAction(async () => {
    const rows = await read();
    // Loaded with the first file, because few people export.
    const { downloadCsv } = await import('../data/csv.ts');
    downloadCsv(name, rows);
  });
  return (
    <>
      <FormError error={download.error.value} />
      <Button
        icon={RARE_ICONS.download}
        isSmall={isSmall}
        busy={download.isBusy}
        onClick={() => void download.run()}
      >
        {t.exportCsv}
      </Button>
    </>
  );
}
