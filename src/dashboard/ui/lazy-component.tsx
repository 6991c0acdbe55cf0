import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { Skeleton } from './states.tsx';

/** A component whose chunk is fetched when it is first drawn: for charts, QR codes and rare dialogs. */
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
        // The next time it is drawn it is asked for again.
        once.loading = undefined;
      },
    );
    const Component = loaded.value;
    return Component ? <Component {...props} /> : <Skeleton lines={2} />;
  };
}
