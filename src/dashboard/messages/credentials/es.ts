import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint:
    'Al menos 10 caracteres. Varias palabras al azar son fáciles de recordar y difíciles de adivinar.',
  showCharacters: 'Mostrar caracteres',
  hideCharacters: 'Ocultar caracteres',
  code: 'Código',
  codeHint: email => `Hemos enviado 6 cifras a ${email}. Son válidas durante 10 minutos.`,
  codeSentAgain: 'Hemos enviado un código nuevo',
  sendNewCode: 'Enviar otro código',
  otherAddress: 'Usar otro correo',
  waiting: seconds =>
    plural(seconds, {
      one: 'Mucha gente está iniciando sesión. Nuevo intento en # segundo…',
      other: 'Mucha gente está iniciando sesión. Nuevo intento en # segundos…',
    }),
};
