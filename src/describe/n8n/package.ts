import { VERSION } from '../../platform/version.ts';
import { LOGO } from '../manifests.ts';
import { packFiles } from '../npm-package.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { describeNodes } from './description.ts';
import actionSource from './runtime/action.cjs' with { type: 'text' };
import credentialsSource from './runtime/credentials.cjs' with { type: 'text' };
import requestSource from './runtime/request.cjs' with { type: 'text' };
import triggerSource from './runtime/trigger.cjs' with { type: 'text' };

/** n8n finds community nodes by the start of their names. */
const NAME = 'n8n-nodes-perkmint';
const NODES = 'dist/nodes/Perkmint';
const CREDENTIALS = 'dist/credentials/PerkmintApi.credentials.js';

/** Returns the file name of the package in npm's format. */
export function getN8nPackageName(): string {
  return `${NAME}-${VERSION}.tgz`;
}

/**
 * Generates the package of community nodes for n8n: an action node with the operations of the document, a trigger that
 * subscribes to webhooks and verifies their signatures, and the credentials of both.
 */
function generateN8nFiles(document: OpenApiDocument): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    'README.md': README,
    [CREDENTIALS]: credentialsSource,
    [`${NODES}/Perkmint.node.js`]: actionSource,
    [`${NODES}/PerkmintTrigger.node.js`]: triggerSource,
    [`${NODES}/request.js`]: requestSource,
    [`${NODES}/operations.json`]: JSON.stringify(describeNodes(document)),
    [`${NODES}/perkmint.svg`]: LOGO,
  };
}

/** Packages the nodes for npm. */
export function buildN8nPackage(document: OpenApiDocument): Uint8Array {
  return packFiles(generateN8nFiles(document));
}

const PACKAGE = {
  name: NAME,
  version: VERSION,
  description: 'n8n nodes for Perkmint: campaigns, rewards and loyalty programs',
  keywords: ['n8n-community-node-package'],
  license: 'MIT',
  files: ['dist'],
  n8n: {
    n8nNodesApiVersion: 1,
    credentials: [CREDENTIALS],
    nodes: [`${NODES}/Perkmint.node.js`, `${NODES}/PerkmintTrigger.node.js`],
  },
  peerDependencies: { 'n8n-workflow': '*' },
};

const README = `# n8n-nodes-perkmint

Nodes of [n8n](https://n8n.io) for Perkmint, generated from the API description of an installation.

| Node | Purpose |
| --- | --- |
| Perkmint | Calls any operation that an API key may call, and reads lists to the end |
| Perkmint Trigger | Starts a workflow with the types of events that you choose, and verifies their signatures |

Install the file in the folder of your n8n and restart it:

\`\`\`sh
cd ~/.n8n && mkdir -p nodes && cd nodes && npm install /path/to/${NAME}-${VERSION}.tgz
\`\`\`

Then create credentials *Perkmint API* with the address of the server and an API key. The trigger needs the scopes \`read\` and \`manage\`.
`;
