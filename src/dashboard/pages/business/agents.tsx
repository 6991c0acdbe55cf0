import { useSignal } from '@preact/signals';
import { hasPermission } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CopyButton, PageHead } from '../../ui/components.tsx';
import { SelectField } from '../../ui/field.tsx';

const API = '/api/v1';
const KEY = 'pmk_YOUR_KEY';
const json = (value: unknown) => JSON.stringify(value, null, 2);

interface Client {
  value: string;
  label: string;
  /** Where the text goes. */
  place: string;
  text: (url: string) => string;
}

const CLIENTS: Client[] = [
  {
    value: 'claude-code',
    label: 'Claude Code',
    place: 'Run this in a shell.',
    text: url => `claude mcp add --transport http perkmint ${url} \\\n  --header "X-API-Key: ${KEY}"`,
  },
  {
    value: 'cursor',
    label: 'Cursor',
    place: 'In ~/.cursor/mcp.json.',
    text: url => json({ mcpServers: { perkmint: { url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'vscode',
    label: 'VS Code',
    place: 'In .vscode/mcp.json.',
    text: url => json({ servers: { perkmint: { type: 'http', url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'stdio',
    label: 'Claude Desktop, and others that start a program',
    place: 'In the settings of the client, under mcpServers. The perkmint program must be on that computer.',
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
    label: 'Another client',
    place: 'It speaks MCP over HTTP: give it this address and this header.',
    text: url => `${url}\nX-API-Key: ${KEY}`,
  },
];

/** How agents and programs get in: texts to copy, with the address of this very server. */
export default function Agents() {
  const base = location.origin + API;
  return (
    <>
      <PageHead title="Agents" intro="Let an assistant or a program of yours do the work that you do here.">
        <ButtonLink icon="code" href={`${API}/docs`}>
          API reference
        </ButtonLink>
      </PageHead>
      <Card title="1. Make a key">
        <p>
          It can do what you allow it. Give an assistant a key of its own, so that you can revoke it alone.
        </p>
        {hasPermission('keys') ? (
          <div class="actions">
            <ButtonLink kind="primary" icon="key" href="/dashboard/keys">
              API keys
            </ButtonLink>
          </div>
        ) : (
          <p class="notice">Ask an owner of the business for a key.</p>
        )}
      </Card>
      <div class="halves">
        <McpCard url={`${base}/mcp`} />
        <PythonCard base={base} />
      </div>
      <Card title="Any other language">
        <p>
          <a href={`${API}/docs`}>The reference</a> shows each call and lets you try it; programs get the same
          address as OpenAPI 3.1. <a href="/llms.txt">The short description</a> is for language models. Every
          page here has “Show as code”.
        </p>
        <Block title="curl" text={`curl ${base}/campaigns \\\n  -H "X-API-Key: ${KEY}"`} />
      </Card>
    </>
  );
}

function McpCard({ url }: { url: string }) {
  const chosen = useSignal('claude-code');
  const client = CLIENTS.find(({ value }) => value === chosen.value) ?? (CLIENTS[0] as Client);
  return (
    <Card title="2. Connect an assistant (MCP)">
      <SelectField label="Your assistant" value={chosen} options={CLIENTS} isRequired />
      <p>{client.place}</p>
      <Block title={client.label} text={client.text(url)} />
      <p class="hint">
        Put your key in the place of {KEY}. Then ask: “Which proof waits for me, and is it sound?”
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
    <Card title="Or write Python">
      <p>One typed module without dependencies, for Python 3.9 and later.</p>
      <Block title="Install" text={install} />
      <Block title="Use" text={example} />
    </Card>
  );
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div class="code-block">
      <header>
        <h3>{title}</h3>
        <CopyButton text={text} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <pre class="code" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
