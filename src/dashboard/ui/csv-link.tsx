import { tools as t } from '../messages/tools/index.ts';
import { ButtonLink } from './button.tsx';
import { RARE_ICONS } from './rare-icons.ts';

const API = '/api/v1';
/** A file has all records. */
const PAGING = ['page', 'perPage'];

interface CsvLinkProps {
  /** The path of the list in the API. */
  path: string;
  /** The filters of the page; those of its position are left out. */
  values: Record<string, unknown>;
  isSmall?: boolean;
}

/** Downloads all records of a list that match its filters, written by the server at the pace of the browser. */
export function CsvLink({ path, values, isSmall = true }: CsvLinkProps) {
  const query = new URLSearchParams({ format: 'csv', bom: 'true' });
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && !PAGING.includes(name)) query.set(name, String(value));
  return (
    <ButtonLink href={`${API}${path}?${query}`} icon={RARE_ICONS.download} isSmall={isSmall} isDownload>
      {t.exportCsv}
    </ButtonLink>
  );
}
