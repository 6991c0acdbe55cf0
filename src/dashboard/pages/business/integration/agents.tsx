import { useSignal } from '@preact/signals';
import { hasPermission } from '../../../data/session.ts';
import { agents as t } from '../../../messages/agents/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import '../../../ui/owner-style.ts';

const API = '/api/v1';
const KEY = 'pmk_YOUR_KEY';
const json = (value: unknown) => JSON.stringify(value, null, 2);

interface Client {
  value: string;
  label: () => string;
  /** Tells the user where to put the snippet. */
  instructions: () => string;
  text: (url: string) => string;
}

const CLIENTS: Client[] = [
  {
    value: 'claude-code',
    label: () => 'Claude Code',
    instructions: () => t.instructions.terminal,
    text: url => `claude mcp add --transport http perkmint ${url} \\\n  --header "X-API-Key: ${KEY}"`,
  },
  {
    value: 'cursor',
    label: () => 'Cursor',
    instructions: () => formatText(t.instructions.file, { file: '~/.cursor/mcp.json' }),
    text: url => json({ mcpServers: { perkmint: { url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'vscode',
    label: () => 'VS Code',
    instructions: () => formatText(t.instructions.file, { file: '.vscode/mcp.json' }),
    text: url => json({ servers: { perkmint: { type: 'http', url, headers: { 'X-API-Key': KEY } } } }),
  },
  {
    value: 'stdio',
    label: () => t.labels.stdio,
    instructions: () => t.instructions.stdio,
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
    label: () => t.labels.other,
    instructions: () => t.instructions.other,
    text: url => `${url}\nX-API-Key: ${KEY}`,
  },
];

/** Setup snippets for agents and API clients, with this server's URL. */
export default function Agents() {
  const base = location.origin + API;
  return (
    <>
      <PageHead title={t.title} intro={t.intro}>
        <ButtonLink icon="code" href={`${API}/docs`}>
          {t.reference}
        </ButtonLink>
      </PageHead>
      <Card title={t.byUrl}>
        <p>{t.byUrlHow}</p>
        <CodeBlock title="URL" text={`${base}/mcp`} />
      </Card>
      <Card title={t.createKey}>
        <p>{t.createKeyHow}</p>
        {hasPermission('keys') ? (
          <div class="actions">
            <ButtonLink kind="primary" icon="key" href="/dashboard/keys">
              {t.keys}
            </ButtonLink>
          </div>
        ) : (
          <p class="notice">{t.askOwner}</p>
        )}
      </Card>
      <div class="halves">
        <McpCard url={`${base}/mcp`} />
        <PythonCard base={base} />
        <TypeScriptCard base={base} />
      </div>
      <Card title={t.otherLanguages}>
        <p>
          <RichText text={t.otherLanguagesHow} links={[`${API}/docs`, '/llms.txt']} />
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
    <Card title={t.connect}>
      <SelectField
        label={t.client}
        value={chosen}
        options={CLIENTS.map(({ value, label }) => ({ value, label: label() }))}
        isRequired
      />
      <p>{client.instructions()}</p>
      <CodeBlock title={client.label()} text={client.text(url)} />
      <p class="hint">{formatText(t.replaceKey, { key: KEY })}</p>
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
    <Card title={t.python}>
      <p>{t.pythonHow}</p>
      <CodeBlock title={t.install} text={install} />
      <CodeBlock title={t.use} text={example} />
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
    <Card title={t.typescript}>
      <p>{t.typescriptHow}</p>
      <CodeBlock title={t.install} text={install} />
      <CodeBlock title={t.use} text={example} />
    </Card>
  );
}
