import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  intro: 'Yeni gönderiler, kullanılan kodlar ve sizi bekleyen her şey.',
  markSeen: 'Tümünü görüldü işaretle',
  none: 'Henüz bildirim yok',
  noneHow: 'Yeni gönderiler ve kullanılan kodlar burada görünür.',
  sound: 'Yeni bildirimlerde ses çal',
  soundHint: 'Bu tarayıcıda sizin için geçerlidir.',
  customer: 'Bir müşteri',
  program: 'bir program',
  newFor: (target, count) =>
    `${target} için ${plural(count, { one: '# yeni gönderi', other: '# yeni gönderi' })}`,
  submitted: (who, target) => `${who}, ${target} için kanıt gönderdi`,
  resubmitted: (who, target) => `${who}, ${target} için yeniden kanıt gönderdi`,
  overdue: who => `Bir gönderinin incelemesi gecikti: ${who}`,
  redeemed: who => `${who} bir ödül kullandı`,
  budget: target => `${target} bütçesi tükendi`,
  policyChanged: target => `${target} için kurallar sıkılaştı`,
  ended: target => `${target} bitiş tarihine ulaştı`,
  disconnected: platform => `${platform} hesabının bağlantısı kesildi`,
  platform: 'bir platform',
  webhook: address => `${address} webhook uç noktası devre dışı bırakıldı`,
  pinLocked: device => `${device} cihazında çok fazla yanlış PIN girildi`,
  paymentFailed: 'Bir ödeme başarısız oldu',
  limit: quota => `Planın bir sınırına ulaşıldı: ${quota}`,
};
