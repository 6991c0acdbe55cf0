import type { PlantedFault } from './fault.ts';

export const CONTRACT_FAULTS: readonly PlantedFault[] = [
  {
    name: 'A missing credential is rejected without the header WWW-Authenticate.',
    file: 'src/http/envelope.ts',
    find: "if (error.status === 401) headers.set('WWW-Authenticate'",
    replace: "if (error.status === 403) headers.set('WWW-Authenticate'",
    tests: ['test/http/envelope.test.ts'],
  },
  {
    name: 'X-RateLimit-Remaining promises one request too many.',
    file: 'src/http/rate-limit.ts',
    find: 'remaining: Math.max(0, limit - window.count),',
    replace: 'remaining: Math.max(0, limit - window.count + 1),',
    tests: ['test/http/rate-limit.test.ts'],
  },
  {
    name: 'All endpoints share the rate limit of a client.',
    file: 'src/http/rate-limit.ts',
    find: `? countWithin(tier, \`\${clientIp} \${endpoint}\`)`,
    replace: '? countWithin(tier, clientIp)',
    tests: ['test/http/rate-limit.test.ts'],
  },
  {
    name: 'A used Idempotency-Key replays its response to a different request.',
    file: 'src/http/idempotency.ts',
    find: 'if (stored && stored.fingerprint !== fingerprint) throw conflict();',
    replace: '',
    tests: ['test/http/idempotency.test.ts'],
  },
  {
    name: 'An incomplete last page is not counted.',
    file: 'src/platform/page.ts',
    find: 'Math.ceil(total / perPage)',
    replace: 'Math.floor(total / perPage)',
    tests: ['test/http/query.test.ts'],
  },
  {
    name: 'createdTo includes the records of its own moment.',
    file: 'db/list-query.ts',
    find: `sql\`\${createdAt} < \${to}\``,
    replace: `sql\`\${createdAt} <= \${to}\``,
    tests: ['test/rewards/lists.test.ts'],
  },
  {
    name: 'A request ID of 65 characters is kept.',
    file: 'src/http/pipeline/trace-request.ts',
    find: '{8,64}$/',
    replace: '{8,65}$/',
    tests: ['test/http/envelope.test.ts'],
  },
  {
    name: 'Caches may serve the response for one origin to another, because Vary is missing.',
    file: 'src/http/cors.ts',
    find: "if (allowed !== '*') headers.append('Vary', 'Origin');",
    replace: '',
    tests: ['test/http/cors.test.ts'],
  },
  {
    name: 'The client address is the left-most hop, which clients can forge.',
    file: 'src/http/client-ip.ts',
    find: '.slice(-MAX_HOPS).reverse()',
    replace: '.slice(-MAX_HOPS)',
    tests: ['test/http/client-ip.test.ts'],
  },
  {
    name: 'The header Allow of a 405 response does not name OPTIONS.',
    file: 'src/http/pipeline/reject-unmatched.ts',
    find: "response.headers.set('Allow', [...methods, 'OPTIONS'].join(', '));",
    replace: "response.headers.set('Allow', methods.join(', '));",
    tests: ['test/http/envelope.test.ts'],
  },
];
