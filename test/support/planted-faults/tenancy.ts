import type { PlantedFault } from './fault.ts';

export const TENANCY_FAULTS: readonly PlantedFault[] = [
  {
    name: "A business rotates and revokes another business's API keys.",
    file: 'src/auth/service/keys.ts',
    find: ' || (own !== null && key.businessId !== own)) throw',
    replace: ') throw',
    tests: ['test/http/access-matrix.test.ts'],
  },
  {
    name: "Customers read each other's records.",
    file: 'src/tenancy.ts',
    find: "(actor.role === 'customer' && record.userId === actor.id)",
    replace: "actor.role === 'customer'",
    tests: ['test/http/access-matrix.test.ts'],
  },
  {
    name: 'Any position may call operations that require a permission.',
    file: 'src/http/pipeline/authorize.ts',
    find: 'if (permission) assertPermission(actor, permission);',
    replace: '',
    tests: ['test/http/positions.test.ts'],
  },
  {
    name: 'An API key creates keys with more scopes than its own.',
    file: 'src/auth/service/keys.ts',
    find: '  assertScopesWithin(ctx.actor, scopes);\n',
    replace: '',
    tests: ['test/auth/key-scopes.test.ts'],
  },
  {
    name: "A trader reads and cancels another trader's orders.",
    file: 'src/exchange/orders/service/read.ts',
    find: 'if (!row || (ownerId !== undefined && row.ownerId !== ownerId)) throw',
    replace: 'if (!row) throw',
    tests: ['test/exchange/orders.test.ts'],
  },
  {
    name: 'An event stream resumes after an event of another business.',
    file: 'src/events/stream.ts',
    find: 'if (last?.businessId !== businessId)',
    replace: 'if (!last)',
    tests: ['test/events/stream.test.ts'],
  },
  {
    name: 'A place cannot have the name of a place of another business.',
    file: 'src/places/places-store.ts',
    find: 'and(eq(places.businessId, businessId), isNull(places.deletedAt))',
    replace: 'isNull(places.deletedAt)',
    tests: ['test/places/places.test.ts'],
  },
  {
    name: 'An image that was submitted to another business is reported as a duplicate.',
    file: 'src/submissions/store.ts',
    find: 'and(eq(submissions.businessId, businessId), eq(submissions.imageHash, imageHash))',
    replace: 'eq(submissions.imageHash, imageHash)',
    tests: ['test/submissions/risk.test.ts'],
  },
  {
    name: 'The counter shows the rewards that a customer has at other businesses.',
    file: 'src/rewards/store.ts',
    find: '      eq(rewards.businessId, p.businessId),\n',
    replace: '',
    tests: ['test/programs/stamp-cards.test.ts'],
  },
  {
    name: 'Position counter lists the codes of all open rewards.',
    file: 'src/rewards/service.ts',
    find: '  assertCanList(ctx.actor, code, status);\n',
    replace: '',
    tests: ['test/rewards/lookup.test.ts'],
  },
];
