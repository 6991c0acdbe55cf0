import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Agentes',
  intro: 'Conecte um assistente de IA ou seu próprio software a este negócio.',
  reference: 'Referência da API',
  createKey: '1. Crie uma chave de API',
  createKeyHow:
    'Uma chave só pode fazer o que seus escopos permitem. Crie uma por assistente para poder revogá-la sozinha.',
  keys: 'Chaves de API',
  askOwner: 'Peça uma chave de API a um proprietário deste negócio.',
  otherLanguages: 'Outras linguagens',
  otherLanguagesHow:
    'Veja e teste todas as chamadas na [referência da API], também disponível como OpenAPI 3.1. [llms.txt] resume a API para modelos de linguagem. A maioria das páginas tem um botão “Ver como código”.',
  connect: '2. Conecte um assistente (MCP)',
  client: 'Cliente',
  labels: {
    stdio: 'Claude Desktop e outros clientes stdio',
    other: 'Outro cliente',
  },
  instructions: {
    terminal: 'Execute em um terminal.',
    file: file => `Adicione a ${file}.`,
    stdio: 'Adicione a mcpServers nos ajustes do cliente. Requer o comando perkmint naquele computador.',
    other: 'Para qualquer cliente com MCP por HTTP, use esta URL e este cabeçalho.',
  },
  replaceKey: key =>
    `Troque ${key} pela sua chave. Depois pergunte: “Quais envios estão pendentes e parecem verdadeiros?”`,
  python: 'Use o cliente Python',
  pythonHow: 'Um módulo tipado sem dependências, para Python 3.9 ou mais recente.',
  install: 'Instalar',
  use: 'Usar',
  typescript: 'Use o cliente TypeScript',
  typescriptHow: 'Para Node.js 20.3 ou mais recente, Bun, Deno e navegadores, sem dependências.',
};
