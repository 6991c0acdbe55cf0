import type { EventNotifier } from '../context.ts';

/**
 * Notes the businesses whose log grew, until whoever follows logs takes them after a commit. What nobody follows is not
 * noted. A transaction that is rolled back after all costs a follower a look at nothing.
 */
export function createEventNotifier(): EventNotifier {
  const grown = new Set<string>();
  let isFollowed = (_businessId: string) => false;
  return {
    follow: filter => {
      isFollowed = filter;
    },
    note: businessId => {
      if (isFollowed(businessId)) grown.add(businessId);
    },
    take: () => {
      const taken = [...grown];
      grown.clear();
      return taken;
    },
  };
}
