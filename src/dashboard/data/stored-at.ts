import { signal } from '@preact/signals';

/** When the answer that the page shows was received, if it comes from this device (worker.ts); null while the server answers. */
export const storedAt = signal<string | null>(null);
