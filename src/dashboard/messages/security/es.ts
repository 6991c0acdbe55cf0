import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Verificación en dos pasos',
  off: 'Pide un código de una app de autenticación del móvil en cada inicio de sesión.',
  required:
    'Los propietarios y administradores de esta instalación necesitan un segundo factor. Configúralo para continuar.',
  setUp: 'Configurar app de autenticación',
  scan: 'Escanea este código QR con una app de autenticación o escribe la clave. Después introduce los 6 dígitos que muestra.',
  qr: 'Código QR para la app de autenticación',
  turnOn: 'Activar',
  on: 'El inicio de sesión pide un código de tu app de autenticación.',
  codesLeft: count =>
    plural(count, { one: 'Queda # código de recuperación', other: 'Quedan # códigos de recuperación' }),
  newCodes: 'Nuevos códigos de recuperación',
  turnOff: 'Desactivar',
  codesTitle: 'Tus códigos de recuperación',
  codesHint:
    'Cada código sirve una vez si pierdes el móvil. Guárdalos en un lugar seguro; no volverán a mostrarse.',
  saved: 'Los he guardado',
  code: 'Código',
  codeHint: '6 dígitos de tu app de autenticación o un código de recuperación',
  wrongCode: 'Este código es incorrecto o ya se usó. Espera al siguiente.',
  needed: 'Este inicio de sesión necesita un código de tu app de autenticación.',
  verify: 'Verificar',
  turnedOff: 'Verificación en dos pasos desactivada',
  confirmTitle: 'Confirma que eres tú',
  confirmHow: 'Este cambio afecta al acceso a tu cuenta o negocio, así que te preguntamos quién eres.',
  confirmByLogin: 'Cierra la sesión y vuelve a iniciarla para hacer este cambio.',
  confirmExpired: 'Ha tardado demasiado. Cancela e inténtalo de nuevo.',
  usePasskey: 'Usar una llave de acceso',
  useCode: 'Usar un código',
  wrongPassword: 'La contraseña no es correcta.',
};
