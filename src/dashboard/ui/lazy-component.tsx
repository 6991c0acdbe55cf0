import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { loadMessages } from '../messages/area.ts';
import { Skeleton } from './states.tsx';

/** Loads a component and the texts of its chunk. */
async function loadWithMessages<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): Promise<ComponentType<P>> {
  const { default: component } = await load();
  await loadMessages();
  return component;
}

/** Wraps a component so that its chunk loads on first render, for charts, QR codes and rare dialogs. */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  const once: { loading?: Promise<void> } = {};
  return function Lazy(props: P) {
    once.loading ??= loadWithMessages(load).then(
      component => {
        loaded.value = component;
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
