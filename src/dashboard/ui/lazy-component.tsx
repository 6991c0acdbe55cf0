import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Skeleton } from './states.tsx';

/** Wraps a component so that its chunk loads on first render, for charts, QR codes and rare dialogs. */
export function lazyComponent<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  const once: { loading?: Promise<void> } = {};
  return function Lazy(props: P) {
    once.loading ??= load().then(
      ({ default: component }) => {
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
