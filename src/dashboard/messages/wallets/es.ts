import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Wallets de móviles',
  ownersOnly: 'Solo propietarios',
  intro:
    'Los clientes pueden añadir tarjetas de miembro y códigos al wallet de su móvil. El botón aparece en sus páginas cuando hay un wallet configurado.',
  issuer: (id, email) => `Emisor ${id}, firmado por ${email}`,
  changeAccount: 'Cambiar cuenta',
  changeTheAccount: 'Cambiar la cuenta',
  setUpGoogle: 'Configurar Google Wallet',
  googleDone: 'Google Wallet está configurado',
  issuerId: 'ID del emisor',
  issuerIdHint: 'De la Google Pay & Wallet Console.',
  keyFile: 'Archivo de clave de la cuenta de servicio',
  keyFileHint: 'Pega todo el archivo JSON. Se guarda cifrado y no se vuelve a mostrar.',
  saveGoogle: 'Guardar Google Wallet',
  appleAccount: (passType, team, date) => `${passType} del equipo ${team}, válido hasta el ${date}`,
  changeCertificate: 'Cambiar certificado',
  changeTheCertificate: 'Cambiar el certificado',
  setUpApple: 'Configurar Apple Wallet',
  appleDone: 'Apple Wallet está configurado',
  certificate: 'Certificado del tipo de pase',
  certificateHint: 'En PEM, de tu cuenta de desarrollador de Apple.',
  privateKey: 'Clave privada',
  privateKeyHint: 'En PEM, sin contraseña. Se guarda cifrada y no se vuelve a mostrar.',
  wwdr: 'Certificado intermedio de Apple (WWDR)',
  wwdrHint: 'En PEM, el que emitió tu certificado.',
  saveApple: 'Guardar Apple Wallet',
  removed: name => `${name} se ha eliminado`,
  remove: 'Quitar',
  removeTitle: name => `¿Quitar ${name}?`,
  removeHow:
    'Los clientes ya no pueden añadir pases. Los de sus móviles se quedan, pero ya no se actualizan.',
  guide: 'Más información en la guía',
  googleIntro: 'Es gratis y lleva unos 20 minutos. Necesitas una cuenta de Google.',
  google: {
    console:
      'Abre la [Google Pay & Wallet Console], regístrate como emisor y copia el **ID del emisor** de Google Wallet API.',
    key: 'En la [Google Cloud Console], crea un proyecto, activa la Google Wallet API, crea una cuenta de servicio y descarga una **clave en JSON**.',
    user: 'De vuelta en la primera consola, añade el correo de la cuenta de servicio en Users, como desarrollador.',
    paste: 'Introduce el ID del emisor y pega el archivo abajo.',
  },
  appleIntro: 'Necesitas una cuenta de desarrollador de Apple de pago y a alguien que sepa de certificados.',
  apple: {
    identifier: 'En tu [cuenta de desarrollador], crea un identificador de tipo **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Crea su certificado y expórtalo con su clave como \`${file}\`. Convierte ambos a PEM: \`${exportCertificate}\` y \`${exportKey}\`.`,
    wwdr: command => `Descarga el [certificado WWDR] que emitió el tuyo y conviértelo con \`${command}\`.`,
    paste: 'Pega los tres abajo.',
  },
};
