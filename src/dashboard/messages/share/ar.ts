import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'مشاركة الحملة',
  onceActive: 'يمكن للعملاء فتح الرابط عندما تصبح الحملة نشطة.',
  qrOf: link => `رمز QR لـ ${link}`,
  copyLink: 'نسخ الرابط',
  share: 'مشاركة',
  makeSign: 'إنشاء ملصق',
  inviteCustomers: 'دعوة العملاء',
  inviteHow: 'يمسح العملاء الرمز أو يفتحون الرابط، ويرون ما يحصل عليه الأعضاء، وينضمون من الهاتف.',
  joinOnceActive: 'يمكن للعملاء الانضمام عندما يصبح البرنامج نشطًا.',
};
