import type { ListedSubmission } from '../../../../submissions/model.ts';
import { shell as t } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';

/** Returns the sender's name, or else the handle, or else a short form of the user ID. */
export function getSender({ customer, handle, userId }: ListedSubmission): string {
  if (customer?.name) return customer.name;
  const isUserId = /^[a-z]+_[0-9a-z]{26}$/.test(userId);
  return handle
    ? formatHandle(handle)
    : isUserId
      ? formatText(t.unnamedCustomer, { id: userId.slice(-5) })
      : userId;
}

export function formatHandle(handle: string): string {
  return `@${handle.replace(/^@/, '')}`;
}
