import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Chaves de acesso',
  passkeysHow: 'Entre com a digital, o rosto ou o bloqueio de tela, sem senha nem código.',
  addPasskey: 'Adicionar chave de acesso',
  passkeyAdded: 'Chave de acesso adicionada',
  passkeyRemoved: 'Chave de acesso removida',
  rename: 'Renomear',
  remove: 'Remover',
  name: 'Nome',
  added: 'adicionada',
  lastUsed: 'Último uso',
  needsAddress:
    'Chaves de acesso precisam de um endereço com nome e https, como https://perks.example. Este servidor ainda não tem um.',
  needsHost: host => `Abra esta página em ${host} para usar chaves de acesso.`,
  notSupported: 'Este navegador não é compatível com chaves de acesso.',
  passkeyFailed: 'A chave de acesso não foi usada. Tente de novo ou escolha outra forma.',
  logInWithPasskey: 'Entrar com chave de acesso',
};
