import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Carteiras de celular',
  ownersOnly: 'Só proprietários',
  intro:
    'Os clientes podem adicionar cartões de membro e códigos à carteira do celular. O botão aparece nas páginas deles quando uma carteira está configurada.',
  issuer: (id, email) => `Emissor ${id}, assinado por ${email}`,
  changeAccount: 'Alterar conta',
  changeTheAccount: 'Alterar a conta',
  setUpGoogle: 'Configurar o Google Wallet',
  googleDone: 'O Google Wallet está configurado',
  issuerId: 'ID do emissor',
  issuerIdHint: 'Da Google Pay & Wallet Console.',
  keyFile: 'Arquivo de chave da conta de serviço',
  keyFileHint: 'Cole o arquivo JSON inteiro. Ele é guardado criptografado e nunca mais exibido.',
  saveGoogle: 'Salvar Google Wallet',
  appleAccount: (passType, team, date) => `${passType} da equipe ${team}, válido até ${date}`,
  changeCertificate: 'Alterar certificado',
  changeTheCertificate: 'Alterar o certificado',
  setUpApple: 'Configurar a Apple Wallet',
  appleDone: 'A Apple Wallet está configurada',
  certificate: 'Certificado do tipo de passe',
  certificateHint: 'Em PEM, da sua conta de desenvolvedor Apple.',
  privateKey: 'Chave privada',
  privateKeyHint: 'Em PEM, sem senha. É guardada criptografada e nunca mais exibida.',
  wwdr: 'Certificado intermediário da Apple (WWDR)',
  wwdrHint: 'Em PEM, o que emitiu o seu certificado.',
  saveApple: 'Salvar Apple Wallet',
  removed: name => `${name} foi removido`,
  remove: 'Remover',
  removeTitle: name => `Remover ${name}?`,
  removeHow:
    'Os clientes não podem mais adicionar cartões. Os que já têm ficam, mas não são mais atualizados.',
  guide: 'Saiba mais no guia',
  googleIntro: 'É grátis e leva cerca de 20 minutos. Você precisa de uma conta do Google.',
  google: {
    console:
      'Abra o [Google Pay & Wallet Console], cadastre-se como emissor e copie o **ID do emissor** de Google Wallet API.',
    key: 'No [Google Cloud Console], crie um projeto, ative a Google Wallet API, crie uma conta de serviço e baixe uma **chave em JSON**.',
    user: 'De volta ao primeiro console, adicione o e-mail da conta de serviço em Users, como desenvolvedor.',
    paste: 'Digite o ID do emissor e cole o arquivo abaixo.',
  },
  appleIntro:
    'Você precisa de uma conta paga de desenvolvedor Apple e de alguém acostumado com certificados.',
  apple: {
    identifier: 'Na sua [conta de desenvolvedor], crie um identificador do tipo **Pass Type ID**.',
    certificate: (file, exportCertificate, exportKey) =>
      `Crie o certificado dele e exporte-o com a chave como \`${file}\`. Converta ambos para PEM: \`${exportCertificate}\` e \`${exportKey}\`.`,
    wwdr: command => `Baixe o [certificado WWDR] que emitiu o seu e converta-o com \`${command}\`.`,
    paste: 'Cole os três abaixo.',
  },
};
