import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'مفاتيح المرور',
  passkeysHow: 'تسجيل الدخول ببصمة الإصبع أو الوجه أو قفل الشاشة، دون كلمة مرور أو رمز.',
  addPasskey: 'إضافة مفتاح مرور',
  passkeyAdded: 'أُضيف مفتاح المرور',
  passkeyRemoved: 'أُزيل مفتاح المرور',
  rename: 'إعادة التسمية',
  remove: 'إزالة',
  name: 'الاسم',
  added: 'أُضيف',
  lastUsed: 'آخر استخدام',
  needsAddress:
    'تحتاج مفاتيح المرور إلى عنوان باسم وبروتوكول https مثل https://perks.example. ليس لهذا الخادم عنوان كهذا بعد.',
  needsHost: host => `لاستخدام مفاتيح المرور يلزم فتح هذه الصفحة على ${host}.`,
  notSupported: 'هذا المتصفح لا يدعم مفاتيح المرور.',
  passkeyFailed: 'لم يُستخدم مفتاح المرور. يُرجى إعادة المحاولة أو اختيار طريقة أخرى.',
  logInWithPasskey: 'تسجيل الدخول بمفتاح مرور',
};
