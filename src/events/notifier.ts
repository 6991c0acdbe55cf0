import type { EventListener, EventNotifier } from '../platform/runtime/event-notifier.ts';

/**
 * Collects the businesses with new events until a follower takes them; ignores businesses without followers. If the
 * transaction was rolled back, followers only make an unnecessary check.
 */
export function createEventNotifier(): EventNotifier {
  const changed = new Set<string>();
  const listeners: EventListener[] = [];
  let isFollowed = (_businessId: string) => false;
  return {
    follow: filter => {
      isFollowed = filter;
    },
    note: (businessId, events) => {
      if (isFollowed(businessId)) changed.add(businessId);
      for (const listener of listeners) listener(businessId, events);
    },
    take: () => {
      const taken = [...changed];
      changed.clear();
      return taken;
    },
    subscribe: listener => void listeners.push(listener),
  };
}
