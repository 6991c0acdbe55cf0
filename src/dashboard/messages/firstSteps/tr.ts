import type { Messages } from './en.ts';

export const messages: Messages = {
  getStarted: 'Başlangıç',
  done: 'Tamamlandı',
  steps: {
    look: {
      title: 'Logonuzu ve renginizi ekleyin',
      how: 'Mağazanızın sayfasında, afişlerinde ve e-postalarında görünürler.',
      label: 'Kuruluma devam et',
    },
    create: {
      title: 'Bir kampanya oluşturun',
      how: 'Müşterilerin ne paylaşacağını ve hangi ödülü alacağını belirleyin.',
      label: 'Kampanya oluştur',
    },
    launch: {
      title: 'Başlatın',
      how: 'Başlatıldıktan sonra müşteriler katılabilir.',
      label: 'Taslakları gör',
    },
    reach: {
      title: 'Müşterilerin size ulaşmasını sağlayın',
      how: 'QR kodlarınız ve bağlantılarınız şimdilik yalnızca bu bilgisayarda veya ağınızda çalışıyor.',
      label: 'Genel adresi belirle',
    },
    share: {
      title: 'Paylaşın',
      how: 'Tezgâhınız için afişi yazdırın veya bağlantıyı gönderin. Denemek için kendiniz de katılın.',
      label: 'Kampanyayı paylaş',
    },
    review: {
      title: 'İlk gönderimi inceleyin',
      how: 'Gönderim, müşterinin size gösterdiği paylaşımdır. İncelemeler altında görünür.',
      label: 'Gönderimleri incele',
    },
    redeem: {
      title: 'İlk kodu kullanın',
      how: 'Müşterinin gösterdiği kodu girin.',
      label: 'Kodu kullan',
    },
  },
};
