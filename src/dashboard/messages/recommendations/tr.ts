import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Öneriler',
  none: 'Sorun bulunmadı.',
  priorities: {
    high: 'Yüksek öncelik',
    medium: 'Orta öncelik',
    low: 'Düşük öncelik',
  },
  review: 'Gönderileri incele',
  createDraft: 'Taslak oluştur',
  apply: 'Uygula',
  draftCreated: 'Taslak oluşturuldu. İnceleyip başlatın.',
  applied: 'Öneri uygulandı',
  applyThis: 'Öneriyi uygula',
  draftHow: 'Yalnızca sizin gördüğünüz bir taslak oluşturur.',
  changeHow: 'Kampanyayı hemen değiştirir.',
};
