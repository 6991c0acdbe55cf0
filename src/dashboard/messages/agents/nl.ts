import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'AI-agents',
  intro: 'Koppel een AI-assistent of je eigen software aan dit bedrijf.',
  reference: 'API-documentatie',
  createKey: '1. Maak een API-sleutel',
  createKeyHow:
    'Een sleutel kan alleen wat de rechten toestaan. Maak er één per assistent, zodat je die apart kunt intrekken.',
  keys: 'API-sleutels',
  askOwner: 'Vraag een eigenaar van dit bedrijf om een API-sleutel.',
  otherLanguages: 'Andere talen',
  otherLanguagesHow:
    'Bekijk en probeer elke aanroep in de [API-documentatie], ook beschikbaar als OpenAPI 3.1. [llms.txt] vat de API samen voor taalmodellen. De meeste pagina’s hebben een knop “Als code tonen”.',
  connect: '2. Koppel een assistent (MCP)',
  client: 'Programma',
  labels: {
    stdio: 'Claude Desktop en andere stdio-clients',
    other: 'Andere client',
  },
  instructions: {
    terminal: 'Voer dit uit in een terminal.',
    file: file => `Voeg toe aan ${file}.`,
    stdio:
      'Voeg toe aan mcpServers in de instellingen van de client. Vereist de opdracht perkmint op die computer.',
    other: 'Gebruik deze URL en header voor elke client met MCP via HTTP.',
  },
  replaceKey: key =>
    `Vervang ${key} door je sleutel. Vraag dan: “Welke inzendingen staan open, en lijken ze echt?”`,
  python: 'Gebruik de Python-client',
  pythonHow: 'Eén module met types, zonder afhankelijkheden, voor Python 3.9 en nieuwer.',
  install: 'Installeren',
  use: 'Gebruiken',
  typescript: 'Gebruik de TypeScript-client',
  typescriptHow: 'Voor Node.js 20.3 en nieuwer, Bun, Deno en browsers, zonder afhankelijkheden.',
};
