import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Genel adres',
  reach: {
    computer:
      'Bu adres yalnızca bu bilgisayarda çalışır. Müşteriler QR kodlarınızı ve bağlantılarınızı henüz açamaz.',
    network: 'Bu adres yalnızca kendi ağınızda çalışır: telefonunuzla denemeye yeter, müşterilere yetmez.',
  },
  byOperator: 'İşletmeci bu adresi PUBLIC_URL ile belirledi.',
  canOpen: url => `Müşteriler **${url}** adresini açabilir`,
  saved: 'Genel adres kaydedildi',
  hint: 'QR kodlarında, bağlantılarda ve e-postalarda kullanılır.',
  save: 'Adresi kaydet',
  how: 'Genel adresi nasıl alırım?',
  howIntro:
    'Her yol bu bilgisayara internette bir ad verir. Komut kullanmıyorsanız bu sayfayı bilgisayarınıza bakan kişiye gösterin; Perkmint’in geri kalanı bunsuz da çalışır.',
  ways: {
    tunnel: command =>
      `**Bu bilgisayardan, alan adı olmadan deneyin.** \`${command}\` komutunu çalıştırıp gösterdiği adresi girin.`,
    shop: command =>
      `**Bilgisayar mağazada kalır.** \`${command}\` komutunu çalıştırıp gösterdiği adresi girin; adres değişmez.`,
    domain: (command, setting) =>
      `**Bir sunucuda kendi alan adınızı kullanın.** Alan adını sunucuya yönlendirip \`${command}\` komutunu çalıştırın; sertifikayı da alır. \`${setting}\` değerini ayarlayın.`,
  },
  cantOpen: 'Müşteriler bunu henüz açamaz.',
  worksOnly: {
    computer: url => `\`${url}\` adresi yalnızca bu bilgisayarda çalışır.`,
    network: url => `\`${url}\` adresi yalnızca ağınızdaki cihazlarda çalışır.`,
  },
  enterAddress: 'Müşterilerin bu sunucuya ulaştığı adresi girin. [Nasıl alınır]',
  askOperator: 'Bu sunucuyu yöneten kişiden PUBLIC_URL değerini ayarlamasını isteyin.',
};
