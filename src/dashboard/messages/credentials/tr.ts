import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  email: 'E-posta',
  password: 'Şifre',
  passwordHint: 'En az 10 karakter. Rastgele birkaç kelime kolay hatırlanır, zor tahmin edilir.',
  showCharacters: 'Karakterleri göster',
  hideCharacters: 'Karakterleri gizle',
  code: 'Kod',
  codeHint: email => `${email} adresine 6 rakam gönderdik. 10 dakika geçerlidir.`,
  codeSentAgain: 'Yeni kod yolda',
  sendNewCode: 'Yeni kod gönder',
  otherAddress: 'Başka bir e-posta kullan',
  waiting: seconds =>
    plural(seconds, {
      one: 'Şu anda çok kişi giriş yapıyor. # saniye sonra yeniden denenecek…',
      other: 'Şu anda çok kişi giriş yapıyor. # saniye sonra yeniden denenecek…',
    }),
};
