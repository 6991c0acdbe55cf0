import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Assistants',
  intro: 'Reliez un assistant IA ou votre propre logiciel à cette entreprise.',
  reference: 'Référence de l’API',
  createKey: '1. Créez une clé API',
  createKeyHow:
    'Une clé ne peut faire que ce que ses autorisations permettent. Créez-en une par assistant pour pouvoir la révoquer seule.',
  keys: 'Clés API',
  askOwner: 'Demandez une clé API à un propriétaire de cette entreprise.',
  otherLanguages: 'Autres langages',
  otherLanguagesHow:
    'Parcourez et essayez chaque appel dans la [référence de l’API], aussi disponible en OpenAPI 3.1. [llms.txt] résume l’API pour les modèles de langage. La plupart des pages ont un bouton « Voir le code ».',
  connect: '2. Reliez un assistant (MCP)',
  client: 'Logiciel client',
  labels: {
    stdio: 'Claude Desktop et autres clients stdio',
    other: 'Autre client',
  },
  instructions: {
    terminal: 'À lancer dans un terminal.',
    file: file => `À ajouter à ${file}.`,
    stdio:
      'À ajouter à mcpServers dans les réglages du client. Nécessite la commande perkmint sur cet ordinateur.',
    other: 'Pour tout client compatible avec MCP sur HTTP, utilisez cette URL et cet en-tête.',
  },
  replaceKey: key =>
    `Remplacez ${key} par votre clé. Demandez ensuite : « Quelles preuves sont en attente, et semblent-elles authentiques ? »`,
  python: 'Utiliser le client Python',
  pythonHow: 'Un module typé sans dépendance, pour Python 3.9 et plus récent.',
  install: 'Installer',
  use: 'Utiliser',
  typescript: 'Utiliser le client TypeScript',
  typescriptHow: 'Pour Node.js 20.3 et plus récent, Bun, Deno et les navigateurs, sans dépendance.',
};
