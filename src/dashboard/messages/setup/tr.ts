import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Adım ${n} / ${total}`,
  heads: {
    shop: { title: 'Mağazanıza ad verin', intro: 'Müşteriler bu adı her sayfada görür.' },
    look: {
      title: 'Kendinize göre düzenleyin',
      intro:
        'Logonuz, renginiz ve hesaplarınız mağaza sayfasında ve basılı tabelalarda görünür. Hepsi isteğe bağlıdır.',
    },
    campaign: {
      title: 'İlk kampanyanızı başlatın',
      intro:
        'Müşterilerin ne yapacağını ve ne kazanacağını seçin. İstediğiniz zaman değiştirebilir veya bitirebilirsiniz.',
    },
    address: {
      title: 'Müşterilerinizle paylaşın',
      intro: 'Müşteriler kampanyanızı QR kodu veya bağlantıyla açar. Tabelayı ödeme yapılan yere koyun.',
    },
  },
  shopName: 'Mağaza adı',
  industry: 'Sektör',
  industryHint: 'Örneğin kafe, kuaför veya spor salonu. Öneriler buna göre hazırlanır.',
  continue: 'Devam et',
  skip: 'Şimdilik atla',
  finish: 'Kurulumu bitir',
  isOpen: name => `**${name}** müşterilere açık.`,
  editCampaign: 'Kampanyayı düzenle',
  us: 'bizi',
  whatToDo: 'Müşteriler ne yapsın?',
  whatTheyGet: 'Ne kazansınlar?',
  moneyOff: 'Sonraki siparişte indirim',
  somethingFree: 'Ücretsiz bir ürün',
  freeItem: 'Ücretsiz ürün',
  freeItemExample: 'Ücretsiz cappuccino',
  amountOff: 'İndirim tutarı',
  howItIsChecked:
    'Ödül verilmeden önce her gönderiyi siz kontrol edersiniz. Platformların ve tüketici hukukunun gerektirdiği gibi, müşterilerden gönderiyi ödüllü olarak işaretlemeleri istenir. Her müşteri bir kez katılabilir.',
  launch: 'Kampanyayı başlat',
  offers: {
    story: {
      name: shop => `Hikâyenizde ${shop} işletmesinden bahsedin`,
      description: 'Beğendiğiniz şeyi bir Instagram hikâyesinde gösterin ve bizi etiketleyin.',
    },
    photo: {
      name: shop => `${shop} fotoğrafı paylaşın`,
      description: 'Ziyaretinizden, adımızın geçtiği bir fotoğrafı Instagram’da paylaşın.',
    },
    film: {
      name: shop => `${shop} ziyaretinizi videoya çekin`,
      description: 'Ziyaretinizden kısa bir TikTok videosu yayınlayın.',
    },
  },
};
