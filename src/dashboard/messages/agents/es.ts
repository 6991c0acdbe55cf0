import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Agentes',
  intro: 'Conecta un asistente de IA o tu propio software a este negocio.',
  reference: 'Referencia de la API',
  createKey: '1. Crea una clave de API',
  createKeyHow:
    'Una clave solo puede hacer lo que permiten sus permisos. Crea una por asistente para poder revocarla por separado.',
  keys: 'Claves de API',
  askOwner: 'Pide una clave de API a un propietario de este negocio.',
  otherLanguages: 'Otros lenguajes',
  otherLanguagesHow:
    'Consulta y prueba todas las llamadas en la [referencia de la API], también disponible como OpenAPI 3.1. [llms.txt] resume la API para modelos de lenguaje. Casi todas las páginas tienen un botón «Ver como código».',
  connect: '2. Conecta un asistente (MCP)',
  client: 'Cliente',
  labels: {
    stdio: 'Claude Desktop y otros clientes stdio',
    other: 'Otro cliente',
  },
  instructions: {
    terminal: 'Ejecútalo en un terminal.',
    file: file => `Añádelo a ${file}.`,
    stdio: 'Añádelo a mcpServers en los ajustes del cliente. Requiere el comando perkmint en ese ordenador.',
    other: 'Para cualquier cliente compatible con MCP por HTTP, usa esta URL y esta cabecera.',
  },
  replaceKey: key =>
    `Sustituye ${key} por tu clave. Después pregunta: «¿Qué envíos están pendientes y parecen auténticos?»`,
  python: 'Usa el cliente de Python',
  pythonHow: 'Un módulo con tipos y sin dependencias, para Python 3.9 o posterior.',
  install: 'Instalar',
  use: 'Usar',
  typescript: 'Usa el cliente de TypeScript',
  typescriptHow: 'Para Node.js 20.3 o posterior, Bun, Deno y navegadores, sin dependencias.',
};
