import { effect } from '@preact/signals';
import { NOTIFICATION_TYPES } from '../../../db/enums.ts';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { api, send } from './api.ts';
import { counts } from './counts.ts';
import { readFailedChecks } from './health.ts';
import { subscribe } from './live.ts';
import { businessId, caller, hasPermission, tenantParams } from './session.ts';

/** Keeps the counts up to date while a business user is logged in: events change them without a request. */
export function watchNotifications(): void {
  let unsubscribe: (() => void) | undefined;
  effect(() => {
    unsubscribe?.();
    unsubscribe = undefined;
    counts.value = null;
    void readFailedChecks();
    if (businessId.value === null || !hasPermission('view')) return;
    void reloadCounts();
    unsubscribe = subscribe([...NOTIFICATION_TYPES, 'submission.'], () => void reloadCounts(), applyEvent);
  });
}

async function reloadCounts(): Promise<void> {
  try {
    const { unseen, pendingSubmissions } = await send(
      api.notifications.get({ query: { page: 1, perPage: 1, ...tenantParams() } }),
    );
    counts.value = { unseen, pendingSubmissions };
  } catch {
    // The pages work without counts; the next event or reconnect tries again.
  }
}

function applyEvent(event: BusinessEvent): boolean {
  if (counts.value === null) return false;
  const { unseen, pendingSubmissions } = counts.value;
  const isOwn = event.actor.id === caller.value?.user.id;
  const isNotification = !isOwn && (NOTIFICATION_TYPES as readonly string[]).includes(event.type);
  counts.value = {
    unseen: unseen + (isNotification ? 1 : 0),
    pendingSubmissions: Math.max(0, pendingSubmissions + countPendingChange(event)),
  };
  if (isNotification && hasSound()) void playSound();
  return true;
}

/** Returns by how much an event changes the number of pending submissions. */
function countPendingChange({ type, data }: BusinessEvent): number {
  if (type === 'submission.created' || type === 'submission.resubmitted') return 1;
  const isDecision = type === 'submission.approved' || type === 'submission.rejected';
  const previous = (data.previous as { status?: string } | undefined)?.status;
  return isDecision && previous === 'pending' ? -1 : 0;
}

function soundKey(): string {
  return `sound:${caller.value?.user.id ?? ''}`;
}

/** Returns whether the user has chosen a sound for notifications in this browser. */
export function hasSound(): boolean {
  return localStorage.getItem(soundKey()) === 'on';
}

export function setSound(isOn: boolean): void {
  localStorage.setItem(soundKey(), isOn ? 'on' : 'off');
  if (isOn) void playSound();
}

async function playSound(): Promise<void> {
  (await import('./notification-sound.ts')).playNotes();
}
