import type { EventNotifier } from '../platform/runtime/event-notifier.ts';

/**
 * Collects the businesses with new events until a follower takes them; ignores businesses without followers. If the
 * transaction was rolled back, followers only make an unnecessary check.
 */
export function createEventNotifier(): EventNotifier {
  const changed = new Set<string>();
  const listeners: ((businessId: string) => void)[] = [];
  let isFollowed = (_businessId: string) => false;
  return {
    follow: filter => {
      isFollowed = filter;
    },
    note: businessId => {
      if (isFollowed(businessId)) changed.add(businessId);
      for (const listener of listeners) listener(businessId);
    },
    take: () => {
      const taken = [...changed];
      changed.clear();
      return taken;
    },
    subscribe: listener => void listeners.push(listener),
  };
}
