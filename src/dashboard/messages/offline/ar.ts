import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `لا يوجد اتصال بالإنترنت. آخر تحديث لهذه الصفحة: ${time}. ربما استُخدمت رموز منذ ذلك الحين.`,
  needsConnection: 'تتغيّر هذه البطاقة كل دقيقة وتحتاج إلى اتصال. يكفي ذكر الاسم عند الدفع.',
};
