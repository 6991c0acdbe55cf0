import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Kampanyayı paylaş',
  onceActive: 'Kampanya etkin olduğunda müşteriler bağlantıyı açabilir.',
  qrOf: link => `QR kodu: ${link}`,
  copyLink: 'Bağlantıyı kopyala',
  share: 'Paylaş',
  makeSign: 'Afiş hazırla',
  inviteCustomers: 'Müşterileri davet edin',
  inviteHow:
    'Müşteriler kodu okutur veya bağlantıyı açar, üyelerin ne kazandığını görür ve telefonlarından katılır.',
  joinOnceActive: 'Program etkin olduğunda müşteriler katılabilir.',
};
