import { VERSION } from '../../platform/version.ts';
import { packFiles } from '../npm-package.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { generateDeclarations, generateTypeScriptModule } from './module.ts';

const NAME = 'perkmint';
/** Returns the file name of the package in npm's format. */
export function getTarballName(): string {
  return `${NAME}-${VERSION}.tgz`;
}

/** Packages the client for npm: the module as JavaScript, and its declarations. */
export function buildTarball(document: OpenApiDocument): Uint8Array {
  const source = generateTypeScriptModule(document);
  const script = new Bun.Transpiler({ loader: 'ts', target: 'browser' }).transformSync(source);
  const files = {
    'package.json': `${JSON.stringify(PACKAGE, null, 2)}\n`,
    'README.md': README,
    'index.js': script,
    'index.d.ts': generateDeclarations(document),
  };
  return packFiles(files);
}

const PACKAGE = {
  name: NAME,
  version: VERSION,
  description: 'TypeScript client for Perkmint',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20.3' },
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  files: ['index.js', 'index.d.ts'],
};

const README = `# Perkmint

TypeScript client for Perkmint, for Node.js 20.3 and later, Bun, Deno and browsers, without dependencies.

\`\`\`ts
import { Client } from 'perkmint';

const client = new Client({ baseUrl: 'https://perks.example', apiKey: process.env.PERKMINT_API_KEY });
for await (const campaign of client.iterateCampaigns({ state: 'active' })) console.log(campaign.name);
\`\`\`
`;
