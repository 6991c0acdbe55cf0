import { useSignal } from '@preact/signals';
import { hasPermission } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { SelectField } from '../../ui/field.tsx';
import '../../ui/owner-style.ts';

const API = '/api/v1';
const KEY = 'pmk_YOUR_KEY';
const json = (value: unknown) => JSON.stringify(value, null, 2);

interface Client {
  value: string;
  label: string;
  /** Tells the user where to put the snippet. */
  instructions: string;
  text: (url: string) => string;
}

const CLIENTS: Client[] = [
  {
    value: 'claude-code',
    label: 'Claude Code',
    instructions: 'Run this in a terminal.',
    text: url => `claude mcp add --transport http perkmint ${url} \\\n  --header "X-API-Key: ${KEY}"`,
  },
  {
    value: 'cursor',
    label: 'Cursor',
    instructions: 'Add to ~/.cursor/mcp.json.',
    text: url => json({ mcpServers: { perkmint: { url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'vscode',
    label: 'VS Code',
    instructions: 'Add to .vscode/mcp.json.',
    text: url => json({ servers: { perkmint: { type: 'http', url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'stdio',
    label: 'Claude Desktop and other stdio clients',
    instructions: 'Add to mcpServers in the client settings. Requires the perkmint command on that computer.',
    text: () =>
      json({
        mcpServers: {
          perkmint: {
            command: 'perkmint',
            args: ['mcp', '--server', location.origin],
            env: { PERKMINT_API_KEY: KEY },
          },
        },
      }),
  },
  {
    value: 'other',
    label: 'Other client',
    instructions: 'For any client that supports MCP over HTTP, use this URL and header.',
    text: url => `${url}\nX-API-Key: ${KEY}`,
  },
];

/** Setup snippets for agents and API clients, with this server's URL. */
export default function Agents() {
  const base = location.origin + API;
  return (
    <>
      <PageHead title="Agents" intro="Connect an AI assistant or your own software to this business.">
        <ButtonLink icon="code" href={`${API}/docs`}>
          API reference
        </ButtonLink>
      </PageHead>
      <Card title="1. Create an API key">
        <p>
          A key can do only what its scopes allow. Create a separate key for each assistant so you can revoke
          it on its own.
        </p>
        {hasPermission('keys') ? (
          <div class="actions">
            <ButtonLink kind="primary" icon="key" href="/dashboard/keys">
              API keys
            </ButtonLink>
          </div>
        ) : (
          <p class="notice">Ask an owner of this business for an API key.</p>
        )}
      </Card>
      <div class="halves">
        <McpCard url={`${base}/mcp`} />
        <PythonCard base={base} />
        <TypeScriptCard base={base} />
      </div>
      <Card title="Other languages">
        <p>
          Browse and try every call in the <a href={`${API}/docs`}>API reference</a>, also available as
          OpenAPI 3.1. <a href="/llms.txt">llms.txt</a> summarizes the API for language models. Most pages
          have a “Show as code” button.
        </p>
        <CodeBlock title="curl" text={`curl ${base}/campaigns \\\n  -H "X-API-Key: ${KEY}"`} />
      </Card>
    </>
  );
}

function McpCard({ url }: { url: string }) {
  const chosen = useSignal('claude-code');
  const client = CLIENTS.find(({ value }) => value === chosen.value) ?? (CLIENTS[0] as Client);
  return (
    <Card title="2. Connect an assistant (MCP)">
      <SelectField label="Client" value={chosen} options={CLIENTS} isRequired />
      <p>{client.instructions}</p>
      <CodeBlock title={client.label} text={client.text(url)} />
      <p class="hint">
        Replace {KEY} with your key. Then ask: “Which submissions are pending, and do they look genuine?”
      </p>
    </Card>
  );
}

function PythonCard({ base }: { base: string }) {
  const install = `curl -OJ "${base}/sdk/python?format=wheel"\npip install ./perkmint-*.whl`;
  const example = [
    'import os',
    'import perkmint',
    '',
    `client = perkmint.Client("${location.origin}", api_key=os.environ["PERKMINT_API_KEY"])`,
    'print(client.list_campaigns(state="active"))',
  ].join('\n');
  return (
    <Card title="Use the Python client">
      <p>One typed module with no dependencies, for Python 3.9 and later.</p>
      <CodeBlock title="Install" text={install} />
      <CodeBlock title="Use" text={example} />
    </Card>
  );
}

function TypeScriptCard({ base }: { base: string }) {
  const install = `npm install "${base}/sdk/typescript?format=tarball"`;
  const example = [
    "import { Client } from 'perkmint';",
    '',
    `const client = new Client({ baseUrl: '${location.origin}', apiKey: '${KEY}' });`,
    "for await (const campaign of client.iterateCampaigns({ state: 'active' }))",
    '  console.log(campaign.name);',
  ].join('\n');
  return (
    <Card title="Use the TypeScript client">
      <p>For Node.js 20.3 and later, Bun, Deno and browsers, with no dependencies.</p>
      <CodeBlock title="Install" text={install} />
      <CodeBlock title="Use" text={example} />
    </Card>
  );
}
