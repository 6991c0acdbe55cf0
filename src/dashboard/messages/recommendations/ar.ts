import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'التوصيات',
  none: 'لا توجد مشكلات.',
  priorities: {
    high: 'أولوية عالية',
    medium: 'أولوية متوسطة',
    low: 'أولوية منخفضة',
  },
  review: 'مراجعة المشاركات',
  createDraft: 'إنشاء مسودة',
  apply: 'تطبيق',
  draftCreated: 'تم إنشاء مسودة. يلزم مراجعتها وإطلاقها.',
  applied: 'تم تطبيق التوصية',
  applyThis: 'تطبيق التوصية',
  draftHow: 'تُنشئ مسودة تراها أنت فقط.',
  changeHow: 'تُغيّر الحملة فورًا.',
};
