import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Verificação em duas etapas',
  off: 'Peça um código de um aplicativo autenticador do celular a cada login.',
  required:
    'Proprietários e administradores desta instalação precisam de um segundo fator. Configure-o para continuar.',
  setUp: 'Configurar aplicativo autenticador',
  scan: 'Leia este código QR com um aplicativo autenticador ou digite a chave. Depois, insira os 6 dígitos que ele mostra.',
  qr: 'Código QR para o aplicativo autenticador',
  turnOn: 'Ativar',
  on: 'O login pede um código do seu aplicativo autenticador.',
  codesLeft: count =>
    plural(count, { one: 'Resta # código de recuperação', other: 'Restam # códigos de recuperação' }),
  newCodes: 'Novos códigos de recuperação',
  turnOff: 'Desativar',
  codesTitle: 'Seus códigos de recuperação',
  codesHint:
    'Cada código funciona uma vez se você perder o celular. Guarde-os em um lugar seguro; eles não serão mostrados de novo.',
  saved: 'Já guardei',
  code: 'Código',
  codeHint: '6 dígitos do seu aplicativo autenticador ou um código de recuperação',
  wrongCode: 'Este código está incorreto ou já foi usado. Espere o próximo.',
  needed: 'Este login precisa de um código do seu aplicativo autenticador.',
  verify: 'Verificar',
  turnedOff: 'Verificação em duas etapas desativada',
  confirmTitle: 'Confirme que é você',
  confirmHow:
    'Esta alteração afeta o acesso à sua conta ou ao seu negócio, por isso perguntamos quem você é.',
  confirmByLogin: 'Saia e entre de novo para fazer esta alteração.',
  confirmExpired: 'Demorou demais. Cancele e tente de novo.',
  usePasskey: 'Usar uma chave de acesso',
  useCode: 'Usar um código',
  wrongPassword: 'Esta senha está incorreta.',
};
