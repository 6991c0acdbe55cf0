import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Agenten',
  intro: 'Verbinden Sie einen KI-Assistenten oder eigene Software mit diesem Unternehmen.',
  reference: 'API-Referenz',
  createKey: '1. API-Schlüssel erstellen',
  createKeyHow:
    'Ein Schlüssel kann nur, was seine Berechtigungen erlauben. Erstellen Sie für jeden Assistenten einen eigenen, um ihn einzeln widerrufen zu können.',
  keys: 'API-Schlüssel',
  askOwner: 'Bitten Sie einen Inhaber dieses Unternehmens um einen API-Schlüssel.',
  otherLanguages: 'Andere Sprachen',
  otherLanguagesHow:
    'Alle Aufrufe lassen sich in der [API-Referenz] ansehen und ausprobieren, auch als OpenAPI 3.1. [llms.txt] fasst die API für Sprachmodelle zusammen. Die meisten Seiten haben die Schaltfläche „Als Code zeigen“.',
  connect: '2. Assistenten verbinden (MCP)',
  client: 'Programm',
  labels: {
    stdio: 'Claude Desktop und andere stdio-Clients',
    other: 'Anderer Client',
  },
  instructions: {
    terminal: 'Im Terminal ausführen.',
    file: file => `In ${file} einfügen.`,
    stdio:
      'Zu mcpServers in den Einstellungen des Clients hinzufügen. Auf dem Computer muss der Befehl perkmint vorhanden sein.',
    other: 'Für jeden Client, der MCP über HTTP unterstützt, gelten diese URL und dieser Header.',
  },
  replaceKey: key =>
    `Ersetzen Sie ${key} durch Ihren Schlüssel. Fragen Sie dann: „Welche Einreichungen sind offen, und wirken sie echt?“`,
  python: 'Den Python-Client verwenden',
  pythonHow: 'Ein typisiertes Modul ohne Abhängigkeiten, für Python ab 3.9.',
  install: 'Installieren',
  use: 'Verwenden',
  typescript: 'Den TypeScript-Client verwenden',
  typescriptHow: 'Für Node.js ab 20.3, Bun, Deno und Browser, ohne Abhängigkeiten.',
};
