import type { Messages } from './en.ts';

export const messages: Messages = {
  orderRecorded: amount => `Compra registrada: ${amount} de cashback`,
  recordOrderFor: member => `Registrar compra de ${member}`,
  cashbackTerms: terms => `Cashback: ${terms}.`,
  orderValue: 'Importe de la compra',
  receipt: 'Número de recibo',
  receiptHint: 'Evita registrar dos veces la misma compra.',
  cancel: 'Cancelar',
  erased: 'Datos personales borrados',
  eraseTitle: member => `¿Borrar los datos personales de ${member}?`,
  eraseHow:
    'Se borran el nombre, los datos de contacto, las notas, las pruebas y la referencia en todos tus programas, y la membresía termina. Quedan visitas, importes y estadísticas, sin la persona. No se puede deshacer.',
  cashbackRedeemed: amount => `Cashback canjeado: descuenta ${amount} de la cuenta`,
  cashbackRedeemedLeft: (amount, left) =>
    `Cashback canjeado: descuenta ${amount} de la cuenta; quedan ${left}`,
  redeemCashbackFor: member => `Canjear cashback de ${member}`,
  available: 'disponibles.',
  amount: 'Importe',
  enrolled: 'Miembro inscrito',
  memberId: 'ID del miembro',
  memberIdHint: 'Tu propio identificador, como un número de tarjeta, o el ID de usuario de un cliente.',
  saved: 'Miembro guardado',
  edit: member => `Editar ${member}`,
  save: 'Guardar miembro',
  phone: 'Teléfono',
  phoneHint:
    'Sirve para encontrar al miembro en la caja. Incluye el prefijo del país, salvo que tus ajustes indiquen tu país.',
  phoneUnconfirmed: (phone: string) =>
    `El cliente escribió ${phone}. Confírmalo si es el número de esta persona.`,
  confirmPhone: 'Confirmar número',
  phoneTaken: 'Otro cliente tiene este número. Quítalo allí primero.',
  email: 'Correo electrónico',
  cardReplaced: 'Tarjeta sustituida. El código QR anterior ya no funciona.',
  replaceTitle: member => `¿Sustituir la tarjeta de ${member}?`,
  replace: 'Sustituir tarjeta',
  replaceHow:
    'El código QR actual del miembro deja de funcionar al instante. Se conservan sellos, puntos y cashback. En el móvil aparece la tarjeta nueva; imprímela para los demás. Los pases del monedero deben añadirse de nuevo.',
  cardOf: member => `Tarjeta de ${member}`,
  done: 'Listo',
  rotatingCard:
    'Esta tarjeta cambia cada minuto. El miembro la encuentra en la página del programa en su móvil.',
  memberCardOf: member => `Tarjeta de miembro de ${member}`,
  scanHow: 'Escanéala en la caja para encontrar al miembro.',
  enroll: 'Inscribir miembro',
  name: 'Nombre',
  recordOrder: 'Registrar compra',
  redeemCashback: 'Canjear cashback',
  erase: 'Borrar datos personales',
};
