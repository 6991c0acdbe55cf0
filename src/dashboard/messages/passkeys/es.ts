import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Llaves de acceso',
  passkeysHow: 'Inicia sesión con la huella, la cara o el bloqueo de pantalla, sin contraseña ni código.',
  addPasskey: 'Añadir llave de acceso',
  passkeyAdded: 'Llave de acceso añadida',
  passkeyRemoved: 'Llave de acceso eliminada',
  rename: 'Cambiar nombre',
  remove: 'Eliminar',
  name: 'Nombre',
  added: 'añadida',
  lastUsed: 'Último uso',
  needsAddress:
    'Las llaves de acceso necesitan una dirección con nombre y https, como https://perks.example. Este servidor aún no tiene una.',
  needsHost: host => `Abre esta página en ${host} para usar llaves de acceso.`,
  notSupported: 'Este navegador no admite llaves de acceso.',
  passkeyFailed: 'No se usó la llave de acceso. Inténtalo de nuevo o elige otra forma.',
  logInWithPasskey: 'Iniciar sesión con llave de acceso',
};
