import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Agenci',
  intro: 'Połącz asystenta AI lub własne oprogramowanie z tą firmą.',
  reference: 'Dokumentacja API',
  createKey: '1. Utwórz klucz API',
  createKeyHow:
    'Klucz może tylko to, na co pozwalają jego uprawnienia. Utwórz osobny dla każdego asystenta, aby unieważniać je osobno.',
  keys: 'Klucze API',
  askOwner: 'Poproś właściciela tej firmy o klucz API.',
  otherLanguages: 'Inne języki',
  otherLanguagesHow:
    'Przeglądaj i wypróbuj każde wywołanie w [dokumentacji API], dostępnej też jako OpenAPI 3.1. [llms.txt] streszcza API dla modeli językowych. Większość stron ma przycisk „Pokaż jako kod”.',
  connect: '2. Połącz asystenta (MCP)',
  client: 'Program',
  labels: {
    stdio: 'Claude Desktop i inne programy stdio',
    other: 'Inny program',
  },
  instructions: {
    terminal: 'Uruchom w terminalu.',
    file: file => `Dodaj do ${file}.`,
    stdio: 'Dodaj do mcpServers w ustawieniach programu. Wymaga polecenia perkmint na tym komputerze.',
    other: 'Dla każdego programu z MCP przez HTTP użyj tego adresu URL i nagłówka.',
  },
  replaceKey: key =>
    `Zastąp ${key} swoim kluczem. Potem zapytaj: „Które zgłoszenia czekają i czy wyglądają na prawdziwe?”`,
  python: 'Użyj klienta Pythona',
  pythonHow: 'Jeden moduł z typami, bez zależności, dla Pythona od 3.9.',
  install: 'Instalacja',
  use: 'Użycie',
  typescript: 'Użyj klienta TypeScript',
  typescriptHow: 'Dla Node.js od 20.3, Bun, Deno i przeglądarek, bez zależności.',
};
