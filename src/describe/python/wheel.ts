import type { Zippable } from 'fflate';
import { VERSION } from '../../platform/version.ts';

const NAME = 'perkmint';
const INFO = `${NAME}-${VERSION}.dist-info`;
const TAG = 'py3-none-any';
/** A fixed time makes the wheel reproducible, because zip files store local times. */
const MTIME = '2020-01-01T00:00:00';
const encoder = new TextEncoder();

/** Returns the wheel's file name in pip's format. */
export function getWheelName(): string {
  return `${NAME}-${VERSION}-${TAG}.whl`;
}

/** Packages the module as a wheel: one typed file with the metadata that pip requires. */
export async function buildPythonWheel(source: string): Promise<Uint8Array> {
  // Loaded when it is used, because the library builds its tables at once.
  const { zipSync } = await import('fflate');
  const files: [string, string][] = [
    [`${NAME}/__init__.py`, source],
    [`${NAME}/py.typed`, ''],
    [`${INFO}/METADATA`, METADATA],
    [`${INFO}/WHEEL`, WHEEL],
  ];
  const record = `${INFO}/RECORD`;
  const lines = [...files.map(([path, text]) => toRecordLine(path, text)), `${record},,`, ''];
  const entries: Zippable = {};
  for (const [path, text] of [...files, [record, lines.join('\n')] as const])
    entries[path] = [encoder.encode(text), { level: 9, mtime: MTIME }];
  return zipSync(entries);
}

function toRecordLine(path: string, text: string): string {
  const bytes = encoder.encode(text);
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url');
  return `${path},sha256=${digest},${bytes.length}`;
}

const METADATA = `Metadata-Version: 2.1
Name: ${NAME}
Version: ${VERSION}
Summary: Python client for Perkmint
License: MIT
Requires-Python: >=3.9
Classifier: Typing :: Typed
Classifier: Programming Language :: Python :: 3
Description-Content-Type: text/markdown

Python client for Perkmint, without dependencies: \`Client\` and, for asyncio, \`AsyncClient\`.

\`\`\`python
from perkmint import Client

client = Client("https://perks.example", api_key="pmk_...")
for campaign in client.campaigns.iterate(state="active"):
    print(campaign["name"])
\`\`\`
`;

const WHEEL = `Wheel-Version: 1.0
Generator: perkmint ${VERSION}
Root-Is-Purelib: true
Tag: ${TAG}
`;
