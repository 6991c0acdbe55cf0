import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  aCustomer: 'عميل',
  aCampaign: 'حملة',
  submittedBy: person => `أرسل ${person} إثباتًا إلى`,
  submitted: count =>
    `أرسل ${plural(count, { zero: '# عميل', one: 'عميل واحد', two: 'عميلان', few: '# عملاء', many: '# عميلًا', other: '# عميل' })} إثباتًا إلى`,
  resubmittedBy: person => `أعاد ${person} إرسال إثبات إلى`,
  resubmitted: count =>
    `أعاد ${plural(count, { zero: '# عميل', one: 'عميل واحد', two: 'عميلان', few: '# عملاء', many: '# عميلًا', other: '# عميل' })} إرسال إثبات إلى`,
  counted: {
    'submission.approved': count =>
      `قبول ${plural(count, { zero: '# مشاركة', one: 'مشاركة', two: 'مشاركتين', few: '# مشاركات', many: '# مشاركة', other: '# مشاركة' })} في`,
    'submission.rejected': count =>
      `رفض ${plural(count, { zero: '# مشاركة', one: 'مشاركة', two: 'مشاركتين', few: '# مشاركات', many: '# مشاركة', other: '# مشاركة' })} في`,
    'submission.reversed': count =>
      `التراجع عن ${plural(count, { zero: '# حالة قبول', one: 'قبول', two: 'قبولين', few: '# حالات قبول', many: '# حالة قبول', other: '# حالة قبول' })} في`,
    'submission.verified': count =>
      `التحقق من ${plural(count, { zero: '# مشاركة', one: 'مشاركة', two: 'مشاركتين', few: '# مشاركات', many: '# مشاركة', other: '# مشاركة' })} في`,
    'submission.reviewDue': count =>
      `تأخر مراجعة ${plural(count, { zero: '# مشاركة', one: 'مشاركة', two: 'مشاركتين', few: '# مشاركات', many: '# مشاركة', other: '# مشاركة' })} في`,
    'reward.issued': count =>
      `إصدار ${plural(count, { zero: '# مكافأة', one: 'مكافأة', two: 'مكافأتين', few: '# مكافآت', many: '# مكافأة', other: '# مكافأة' })} في`,
    'reward.redeemed': count =>
      `استخدام ${plural(count, { zero: '# مكافأة', one: 'مكافأة', two: 'مكافأتين', few: '# مكافآت', many: '# مكافأة', other: '# مكافأة' })} من`,
    'reward.reinstated': count =>
      `استعادة ${plural(count, { zero: '# مكافأة', one: 'مكافأة', two: 'مكافأتين', few: '# مكافآت', many: '# مكافأة', other: '# مكافأة' })} من`,
    'reward.voided': count =>
      `إلغاء ${plural(count, { zero: '# مكافأة', one: 'مكافأة', two: 'مكافأتين', few: '# مكافآت', many: '# مكافأة', other: '# مكافأة' })} من`,
    'reward.expired': count =>
      `انتهاء صلاحية ${plural(count, { zero: '# مكافأة', one: 'مكافأة', two: 'مكافأتين', few: '# مكافآت', many: '# مكافأة', other: '# مكافأة' })} من`,
  },
  events: {
    'campaign.created': 'إنشاء',
    'campaign.updated': 'تعديل',
    'campaign.deleted': 'حذف المسودة',
    'campaign.activated': 'إطلاق',
    'campaign.paused': 'إيقاف مؤقت:',
    'campaign.resumed': 'استئناف',
    'campaign.ended': 'إنهاء',
    'campaign.expired': 'بلوغ تاريخ النهاية:',
    'campaign.policyChanged': 'قواعد أشد لـ',
    'campaign.budgetExhausted': 'نفاد ميزانية',
    'business.placeCreated': 'إنشاء فرع',
    'business.placeUpdated': 'تعديل فرع',
    'business.placeDeleted': 'حذف فرع',
    'business.deviceAdded': 'إضافة جهاز',
    'business.deviceRevoked': 'إلغاء جهاز',
    'influencer.created': 'إضافة مؤثر',
    'influencer.updated': 'تعديل مؤثر',
    'influencer.deleted': 'حذف مؤثر',
    'program.created': 'إنشاء برنامج',
    'program.updated': 'تعديل برنامج',
    'program.paused': 'إيقاف برنامج مؤقتًا',
    'program.resumed': 'استئناف برنامج',
    'program.ended': 'إنهاء برنامج',
    'program.deleted': 'حذف برنامج',
    'member.enrolled': 'انضمام عضو',
    'member.updated': 'تعديل عضو',
    'member.tierChanged': 'تغيّر مستوى عضو',
    'member.goalCompleted': 'بلوغ عضو هدفًا',
    'member.erased': 'مسح بيانات عضو',
    'member.visited': 'زيارة عضو',
    'import.completed': 'اكتمال استيراد',
    'import.undone': 'التراجع عن استيراد',
    'cashback.created': 'منح استرداد نقدي',
    'cashback.available': 'توفّر استرداد نقدي',
    'cashback.redeemed': 'استخدام استرداد نقدي',
    'cashback.voided': 'إلغاء استرداد نقدي',
    'cashback.reversed': 'عكس استرداد نقدي',
    'cashback.refunded': 'ردّ استرداد نقدي',
    'cashback.expired': 'انتهاء صلاحية استرداد نقدي',
    'exchange.enrolled': 'الانضمام إلى السوق',
    'exchange.order.created': 'إنشاء أمر في السوق',
    'exchange.order.filled': 'تنفيذ أمر في السوق',
    'exchange.order.cancelled': 'إلغاء أمر في السوق',
    'exchange.order.expired': 'انتهاء صلاحية أمر في السوق',
    'exchange.trade.executed': 'تنفيذ صفقة في السوق',
    'exchange.perk.redeemed': 'استخدام ميزة',
    'billing.subscriptionUpdated': 'تعديل الاشتراك',
    'billing.paymentFailed': 'فشل الدفع',
    'billing.limitReached': 'بلوغ حد الخطة',
    'apiKey.created': 'إنشاء مفتاح API',
    'apiKey.rotated': 'تجديد مفتاح API',
    'apiKey.revoked': 'إبطال مفتاح API',
    'exportLink.created': 'إنشاء رابط تصدير',
    'exportLink.revoked': 'إبطال رابط تصدير',
    'platform.connected': 'ربط منصة',
    'platform.disconnected': 'فصل منصة',
    'webhook.ping': 'اختبار webhook',
    'webhook.created': 'إنشاء webhook',
    'webhook.updated': 'تعديل webhook',
    'webhook.rotated': 'تجديد سر webhook',
    'webhook.deleted': 'حذف webhook',
    'webhook.disabled': 'تعطيل webhook',
  },
};
