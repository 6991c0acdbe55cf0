import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  campaigns: 'الحملات',
  share: 'مشاركة',
  reasons: {
    manual: '',
    scheduled: 'تقبل المشاركات من تاريخ البدء',
    budgetExhausted: 'نفدت الميزانية. يلزم رفعها للاستئناف.',
    capReached: 'تم بلوغ حد القبول. يلزم رفعه للاستئناف.',
    endDatePassed: 'انقضى تاريخ النهاية. يلزم تحديد تاريخ لاحق للاستئناف.',
    planLimit: 'لا تسمح خطتك بمزيد من الحملات النشطة.',
    policyChanged: 'أصبحت القواعد أشد. يلزم قبولها للاستئناف.',
  },
  pending: 'قيد الانتظار',
  approved: 'المقبولة',
  rejected: 'المرفوضة',
  budgetLeft: 'الميزانية المتبقية',
  noLimit: 'بلا حد',
  ofTotal: amount => `من ${amount}`,
  review: 'مراجعة',
  view: 'عرض',
  terms: 'الشروط',
  action: 'الإجراء',
  reward: 'المكافأة',
  validFor: (reward, days) =>
    `${reward}، صالحة ${plural(days, { zero: '# يوم', one: 'يومًا واحدًا', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })}`,
  minFollowers: 'الحد الأدنى للمتابعين',
  none: 'لا يوجد',
  hashtags: 'الوسوم',
  perCustomer: 'لكل عميل',
  upToTimes: count =>
    plural(count, {
      zero: 'حتى # مرة',
      one: 'مرة واحدة',
      two: 'حتى مرتين',
      few: 'حتى # مرات',
      many: 'حتى # مرة',
      other: 'حتى # مرة',
    }),
  approvals: 'حالات القبول',
  upTo: count => `حتى ${count}`,
  starts: 'البداية',
  atLaunch: 'عند الإطلاق',
  ends: 'النهاية',
  noEnd: 'بلا تاريخ نهاية',
  disclosure: 'الإفصاح',
  rules: 'القواعد',
  complianceCard: 'بطاقة الامتثال',
  manual: 'يدويًا',
  automatic: 'تلقائيًا عند اجتياز الفحوص، وإلا يدويًا',
  within: {
    none: (by, hours) =>
      `${by}، خلال ${plural(hours, { zero: '# ساعة', one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' })}`,
    approve: (by, hours) =>
      `${by}، خلال ${plural(hours, { zero: '# ساعة', one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' })}، ثم تُقبل`,
    reject: (by, hours) =>
      `${by}، خلال ${plural(hours, { zero: '# ساعة', one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' })}، ثم تُرفض`,
  },
  budgetParts: (spent, reserved, left) => `أُنفق ${spent}، وحُجز ${reserved} للمشاركات المعلّقة، وتبقّى ${left}`,
  latest: 'أحدث المشاركات',
  customer: 'عميل',
  lastDays: days =>
    `آخر ${plural(days, { zero: '# يوم', one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })}`,
  chart: (submissions, days) =>
    `${submissions} خلال ${plural(days, { zero: '# يوم', one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })}`,
  submissionCount: count =>
    plural(count, {
      zero: '# مشاركة',
      one: 'مشاركة واحدة',
      two: 'مشاركتان',
      few: '# مشاركات',
      many: '# مشاركة',
      other: '# مشاركة',
    }),
  costs: (perApproval, total, value) =>
    `${perApproval} لكل مشاركة مقبولة، الإجمالي ${total}. القيمة المقدّرة ${value}.`,
};
