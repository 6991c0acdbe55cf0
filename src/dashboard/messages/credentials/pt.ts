import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-mail',
  password: 'Senha',
  passwordHint:
    'Pelo menos 10 caracteres. Várias palavras aleatórias são fáceis de lembrar e difíceis de adivinhar.',
  showCharacters: 'Mostrar caracteres',
  hideCharacters: 'Ocultar caracteres',
  code: 'Código',
  codeHint: email => `Enviamos 6 dígitos para ${email}. Eles valem por 10 minutos.`,
  codeSentAgain: 'Enviamos um novo código',
  sendNewCode: 'Enviar novo código',
  otherAddress: 'Usar outro e-mail',
  waiting: seconds =>
    plural(seconds, {
      one: 'Muita gente está entrando agora. Nova tentativa em # segundo…',
      other: 'Muita gente está entrando agora. Nova tentativa em # segundos…',
    }),
};
