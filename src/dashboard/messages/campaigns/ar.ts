import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'الحملات',
  create: 'إنشاء حملة',
  noneIn: {
    draft: 'لا توجد مسودات',
    active: 'لا توجد حملات نشطة',
    paused: 'لا توجد حملات متوقفة مؤقتًا',
    ended: 'لا توجد حملات منتهية',
    expired: 'لا توجد حملات منتهية الصلاحية',
  },
  noMatch: 'لا توجد حملات مطابقة',
  none: 'لا توجد حملات بعد',
  noneHow: 'تحدد الحملة ما ينشره العملاء والمكافأة التي يحصلون عليها.',
  name: 'الاسم',
  state: 'الحالة',
  rulesChanged: 'تغيّرت القواعد',
  platform: 'المنصة',
  reward: 'المكافأة',
  pending: 'قيد الانتظار',
  approved: 'المقبولة',
  budgetLeft: 'الميزانية المتبقية',
  noLimit: 'بلا حد',
  created: 'أُنشئت',
  actions: 'الإجراءات',
  select: name => `تحديد ${name}`,
  actionsFor: name => `إجراءات ${name}`,
  edit: 'تعديل',
  launch: 'إطلاق',
  pause: 'إيقاف مؤقت',
  resume: 'استئناف',
  end: 'إنهاء',
  duplicate: 'تكرار',
  preview: 'معاينة كعميل',
  deleteDraft: 'حذف المسودة',
  paused: 'تم إيقاف الحملة مؤقتًا',
  resumed: 'تم استئناف الحملة',
  bulkDone: {
    active: count =>
      `تم استئناف ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}`,
    paused: count =>
      `تم إيقاف ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })} مؤقتًا`,
    ended: count =>
      `تم إنهاء ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}`,
  },
  bulkSkipped: {
    active: count =>
      `. تعذّر استئناف ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}.`,
    paused: count =>
      `. تعذّر إيقاف ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })} مؤقتًا.`,
    ended: count =>
      `. تعذّر إنهاء ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}.`,
  },
  selectedCampaigns: 'الحملات المحددة',
  selected: count =>
    `تم تحديد ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}`,
  clearSelection: 'إلغاء التحديد',
  endMany: count =>
    `إنهاء ${plural(count, { zero: '# حملة', one: 'حملة واحدة', two: 'حملتين', few: '# حملات', many: '# حملة', other: '# حملة' })}؟`,
  endCampaigns: 'إنهاء الحملات',
  endManyHow: 'لا يمكن استئناف الحملات المنتهية. تبقى مراجعة المشاركات المعلّقة ممكنة، وتبقى المكافآت صالحة.',
  search: 'البحث عن حملات',
  allPlatforms: 'كل المنصات',
  sortBy: 'الترتيب حسب',
  sorts: {
    '-createdAt': 'الأحدث أولًا',
    createdAt: 'الأقدم أولًا',
    name: 'الاسم',
    '-pending': 'الأكثر انتظارًا',
    '-approved': 'الأكثر قبولًا',
  },
  all: 'الكل',
  editCampaign: 'تعديل الحملة',
  pauseCampaign: 'إيقاف الحملة مؤقتًا',
  resumeCampaign: 'استئناف الحملة',
  launchCampaign: 'إطلاق الحملة',
  moreActions: 'إجراءات أخرى',
  copyId: 'نسخ المعرّف',
  idCopied: 'تم نسخ المعرّف',
  theIdIs: id => `المعرّف هو ${id}`,
  endCampaign: 'إنهاء الحملة',
  draftDeleted: 'تم حذف المسودة',
  deleteTitle: 'حذف هذه المسودة؟',
  deleteHow: name => `لم تُطلق «${name}» قط. لا يمكن التراجع عن حذفها.`,
  draftCreated: 'أُنشئت مسودة من هذه الحملة',
  ended: 'تم إنهاء الحملة',
  endTitle: 'إنهاء هذه الحملة؟',
  endHow: 'لن يتمكن العملاء من المشاركة بعد الآن ولا يمكن استئناف الحملة. تبقى المكافآت الصادرة صالحة.',
  rejectPending: count =>
    `رفض ${plural(count, { zero: '# مشاركة معلّقة', one: 'مشاركة معلّقة واحدة', two: 'مشاركتين معلّقتين', few: '# مشاركات معلّقة', many: '# مشاركة معلّقة', other: '# مشاركة معلّقة' })}`,
  rejectPendingHow: 'وإلا تبقى معلّقة ويمكن مراجعتها.',
};
