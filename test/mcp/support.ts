import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const NAME = { name: 'test', version: '1.0.0' };

/** The methods of both official clients that the tests use. */
export interface McpClient {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the response and asserts on it
  listTools(): Promise<{ tools: any[] }>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  listResources(): Promise<{ resources: any[] }>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readResource(what: { uri: string }): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  listPrompts(): Promise<{ prompts: any[] }>;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  getPrompt(what: { name: string; arguments?: Record<string, string> }): Promise<any>;
  close(): Promise<void>;
}

export type Connect = (url: string, headers: Record<string, string>) => Promise<McpClient>;

/** Connects with version 1 of the official SDK. */
export const connectV1: Connect = async (url, headers) => {
  const client = new Client(NAME);
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as never);
  return client as unknown as McpClient;
};

/** Connects with version 2 of the official SDK and the current protocol version. */
export const connectV2: Connect = async (url, headers) => {
  const client = new ModernClient(NAME, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new ModernTransport(new URL(url), { requestInit: { headers } }));
  return client as unknown as McpClient;
};

/** Returns the data of a tool's result, which is the JSON of its first text. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function readAnswer(result: object): any {
  const { content } = result as { content: { text?: string }[] };
  return JSON.parse(content[0]?.text ?? '{}');
}
