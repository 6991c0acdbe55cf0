import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';

const SHOWN_ID_LENGTH = 4;

/** Returns a member's name, or the business's own identifier; a user's ID is shortened because it has 26 characters. */
export function formatMember({ name, memberId }: { name?: string | null; memberId: string }): string {
  if (name) return name;
  return memberId.startsWith('usr_')
    ? formatText(shell.unnamedMember, { id: memberId.slice(-SHOWN_ID_LENGTH) })
    : memberId;
}

/** Returns whether only the member entered the phone number, so that it finds no member yet. */
export function hasUnconfirmedPhone({
  phone,
  phoneConfirmed,
}: {
  phone: string | null;
  phoneConfirmed: boolean;
}): boolean {
  return phone !== null && !phoneConfirmed;
}

/** Returns what tells members of the same name apart: phone number, email address or identifier. */
export function formatMemberDetail({
  name,
  phone,
  email,
  memberId,
}: {
  name: string | null;
  phone: string | null;
  email: string | null;
  memberId: string;
}): string {
  return phone ?? email ?? (name ? formatMember({ memberId }) : '');
}

/** Returns the path of a member's page. */
export function toMemberPath({ programId, memberId }: { programId: string; memberId: string }): string {
  return `/dashboard/programs/${programId}/members/${encodeURIComponent(memberId)}`;
}
