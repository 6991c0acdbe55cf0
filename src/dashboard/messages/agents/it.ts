import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Agenti',
  intro: 'Collega un assistente IA o il tuo software a questa attività.',
  reference: 'Riferimento API',
  createKey: '1. Crea una chiave API',
  createKeyHow:
    'Una chiave può fare solo ciò che i suoi ambiti consentono. Creane una per assistente, così puoi revocarla da sola.',
  keys: 'Chiavi API',
  askOwner: 'Chiedi una chiave API a un titolare di questa attività.',
  otherLanguages: 'Altri linguaggi',
  otherLanguagesHow:
    'Sfoglia e prova ogni chiamata nel [riferimento API], disponibile anche come OpenAPI 3.1. [llms.txt] riassume l’API per i modelli linguistici. Quasi tutte le pagine hanno un pulsante “Mostra come codice”.',
  connect: '2. Collega un assistente (MCP)',
  client: 'Programma',
  labels: {
    stdio: 'Claude Desktop e altri client stdio',
    other: 'Altro client',
  },
  instructions: {
    terminal: 'Eseguilo in un terminale.',
    file: file => `Aggiungilo a ${file}.`,
    stdio:
      'Aggiungilo a mcpServers nelle impostazioni del client. Richiede il comando perkmint su quel computer.',
    other: 'Per ogni client che supporta MCP su HTTP, usa questo URL e questa intestazione.',
  },
  replaceKey: key =>
    `Sostituisci ${key} con la tua chiave. Poi chiedi: “Quali invii sono in attesa, e sembrano autentici?”`,
  python: 'Usa il client Python',
  pythonHow: 'Un modulo tipizzato senza dipendenze, per Python 3.9 e successivi.',
  install: 'Installa',
  use: 'Usa',
  typescript: 'Usa il client TypeScript',
  typescriptHow: 'Per Node.js 20.3 e successivi, Bun, Deno e browser, senza dipendenze.',
};
