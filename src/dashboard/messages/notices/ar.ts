import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'المشاركات الجديدة والرموز المستخدمة وكل ما يتطلب انتباهك.',
  markSeen: 'تحديد الكل كمقروء',
  none: 'لا توجد إشعارات بعد',
  noneHow: 'تظهر هنا المشاركات الجديدة والرموز المستخدمة.',
  sound: 'تشغيل صوت عند الإشعارات الجديدة',
  soundHint: 'ينطبق عليك في هذا المتصفح.',
  customer: 'أحد العملاء',
  program: 'برنامج',
  newFor: (target, count) =>
    `${plural(count, { zero: '# مشاركة جديدة', one: 'مشاركة جديدة', two: 'مشاركتان جديدتان', few: '# مشاركات جديدة', many: '# مشاركة جديدة', other: '# مشاركة جديدة' })} لـ ${target}`,
  submitted: (who, target) => `إثبات من ${who} لـ ${target}`,
  resubmitted: (who, target) => `إثبات معاد من ${who} لـ ${target}`,
  overdue: who => `تأخرت مراجعة مشاركة: ${who}`,
  redeemed: who => `استخدم ${who} مكافأة`,
  budget: target => `نفدت ميزانية ${target}`,
  policyChanged: target => `أصبحت القواعد الخاصة بـ ${target} أكثر صرامة`,
  ended: target => `بلغت ${target} تاريخ انتهائها`,
  disconnected: platform => `تم فصل حساب ${platform}`,
  platform: 'إحدى المنصات',
  webhook: address => `تم تعطيل نقطة نهاية Webhook ${address}`,
  pinLocked: device => `محاولات خاطئة كثيرة لرقم PIN على ${device}`,
  paymentFailed: 'فشلت إحدى الدفعات',
  limit: quota => `تم بلوغ حد الباقة: ${quota}`,
};
