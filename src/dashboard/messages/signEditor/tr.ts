import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Afiş',
  intro: 'Yazdırın veya matbaa için indirin.',
  campaign: 'Kampanya',
  launchFirst: 'Önce kampanyayı başlatın',
  launchFirstHow: 'Taslağın müşterilerin açabileceği bir sayfası yoktur.',
  scan: 'Telefon kameranızla okutun',
  signFor: (offer, shop) => `Afiş: ${shop}, ${offer}`,
  notReachable: 'Müşteriler bu afişteki adresi henüz açamıyor.',
  setAddress: 'Genel adresi belirle',
  size: 'Boyut',
  formats: {
    a5: 'A5 · Tezgâh veya duvar',
    a6: 'A6 · Kartpostal, kasanın yanı',
    a4: 'A4 · Duvar veya kapı',
    tent: 'Masa kartı · A4, ortadan katlı',
    sticker: 'Cam çıkartması · Kare, 15 cm',
  },
  print: 'Afişi yazdır',
  printAnyway: 'Yine de yazdır',
};
