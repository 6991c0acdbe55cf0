import { effect } from '@preact/signals';
import { render } from 'preact';
import { loadMessages } from '../messages/area.ts';
import OfflineNotice from '../ui/offline-notice.tsx';
import { call } from './api.ts';
import { mounted } from './resource.ts';
import { caller } from './session.ts';
import { storedAt } from './stored-at.ts';

function reloadAll(): void {
  for (const reload of mounted) reload();
}

/**
 * Loaded by app.tsx for its effects. Lets the main pages of customers open without a connection (worker.ts). Other people get no worker, and none of
 * their data is kept.
 */
function startOffline(): void {
  const { serviceWorker } = navigator;
  const stop = effect(() => {
    if (caller.value?.user.role !== 'customer' || !serviceWorker) return;
    const preload = () => import('./preload.ts').then(({ preloadPages }) => preloadPages());
    // The page loads its data again through the worker, which keeps only what it has seen.
    const keepAll = () => call('GET', '/session').then(reloadAll).then(preload);
    serviceWorker.addEventListener('controllerchange', () => void keepAll().catch(() => {}));
    if (serviceWorker.controller) preload().catch(() => {});
    serviceWorker.register('/worker.js').catch(() => {});
    queueMicrotask(() => stop());
  });
  addEventListener('online', reloadAll);
  let wasStored = false;
  effect(() => {
    // The connection is back: nothing old stays on the page without its notice.
    if (wasStored && !storedAt.value) reloadAll();
    wasStored = storedAt.value !== null;
  });
  effect(() => {
    // The worker does the same at a log-out, unless the page was opened without it.
    if (caller.value !== null) return;
    globalThis.caches?.delete('perkmint-own').catch(() => {});
    sessionStorage.removeItem('preloaded');
  });
  const app = document.getElementById('app') as HTMLElement;
  const host = document.createElement('div');
  app.before(host);
  effect(() => render(storedAt.value ? <OfflineNotice /> : null, host));
}

// Not part of the frame, because few visits need the notice and every page loads the frame.
loadMessages().then(startOffline, () => {});
