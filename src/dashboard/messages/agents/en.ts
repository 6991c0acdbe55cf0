/** How to connect assistants and own software. */
export const messages = {
  title: 'Agents',
  intro: 'Connect an AI assistant or your own software to this business.',
  reference: 'API reference',
  createKey: '1. Create an API key',
  createKeyHow:
    'A key can do only what its scopes allow. Create a separate key for each assistant so you can revoke it on its own.',
  keys: 'API keys',
  askOwner: 'Ask an owner of this business for an API key.',
  otherLanguages: 'Other languages',
  otherLanguagesHow:
    'Browse and try every call in the [API reference], also available as OpenAPI 3.1. [llms.txt] summarizes the API for language models. Most pages have a “Show as code” button.',
  connect: '2. Connect an assistant (MCP)',
  client: 'Client',
  labels: {
    stdio: 'Claude Desktop and other stdio clients',
    other: 'Other client',
  },
  instructions: {
    terminal: 'Run this in a terminal.',
    file: (file: string) => `Add to ${file}.`,
    stdio: 'Add to mcpServers in the client settings. Requires the perkmint command on that computer.',
    other: 'For any client that supports MCP over HTTP, use this URL and header.',
  },
  replaceKey: (key: string) =>
    `Replace ${key} with your key. Then ask: “Which submissions are pending, and do they look genuine?”`,
  python: 'Use the Python client',
  pythonHow: 'One typed module with no dependencies, for Python 3.9 and later.',
  install: 'Install',
  use: 'Use',
  typescript: 'Use the TypeScript client',
  typescriptHow: 'For Node.js 20.3 and later, Bun, Deno and browsers, with no dependencies.',
};
export type Messages = typeof messages;
