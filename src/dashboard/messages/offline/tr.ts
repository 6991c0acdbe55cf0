import type { Messages } from './en.ts';

export const messages: Messages = {
  storedAt: time =>
    `Çevrimdışısınız. Bu sayfanın son güncellenmesi: ${time}. O zamandan beri kodlar kullanılmış olabilir.`,
  needsConnection: 'Bu kart her dakika değişir ve bağlantı gerektirir. Kasada bunun yerine adınızı söyleyin.',
};
