import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadMessages } from '../messages/area.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Skeleton } from './states.tsx';
import { toast } from './toast.tsx';

/** Loads a chunk and its texts. */
async function loadWithMessages<M>(load: () => Promise<M>): Promise<M> {
  const module = await load();
  await loadMessages();
  return module;
}

/** Returns a function that runs code of a chunk, such as code that opens a dialog, and loads the chunk before. */
export function lazyModule<M>(load: () => Promise<M>): (use: (module: M) => void) => void {
  return use => void loadWithMessages(load).then(use, () => toast(t.pageNotLoaded));
}

/** Wraps a component so that its chunk loads on first render, for charts, QR codes and rare dialogs. */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  const once: { loading?: Promise<void> } = {};
  return function Lazy(props: P) {
    once.loading ??= loadWithMessages(load).then(
      module => {
        loaded.value = module.default;
      },
      () => {
        // Retry on the next render.
        once.loading = undefined;
      },
    );
    const Component = loaded.value;
    return Component ? <Component {...props} /> : <Skeleton lines={2} />;
  };
}
