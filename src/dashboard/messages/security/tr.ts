import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'İki adımlı doğrulama',
  off: 'Her girişte telefonunuzdaki kimlik doğrulama uygulamasının kodu istenir.',
  required:
    'Bu kurulumun sahipleri ve yöneticileri ikinci bir faktöre ihtiyaç duyar. Devam etmek için ayarlayın.',
  setUp: 'Kimlik doğrulama uygulaması kur',
  scan: 'Bu QR kodunu kimlik doğrulama uygulamasıyla tarayın veya anahtarı yazın. Ardından gösterilen 6 rakamı girin.',
  qr: 'Kimlik doğrulama uygulaması için QR kodu',
  turnOn: 'Aç',
  on: 'Giriş için kimlik doğrulama uygulamanızın kodu gerekir.',
  codesLeft: count => plural(count, { one: '# kurtarma kodu kaldı', other: '# kurtarma kodu kaldı' }),
  newCodes: 'Yeni kurtarma kodları',
  turnOff: 'Kapat',
  codesTitle: 'Kurtarma kodlarınız',
  codesHint:
    'Telefonunuzu kaybederseniz her kod bir kez geçerlidir. Güvenli bir yerde saklayın; bir daha gösterilmez.',
  saved: 'Kaydettim',
  code: 'Kod',
  codeHint: 'Kimlik doğrulama uygulamanızın 6 rakamı veya bir kurtarma kodu',
  wrongCode: 'Bu kod yanlış veya daha önce kullanılmış. Sonrakini bekleyin.',
  needed: 'Bu giriş için kimlik doğrulama uygulamanızın kodu gerekir.',
  verify: 'Doğrula',
  turnedOff: 'İki adımlı doğrulama kapatıldı',
  confirmTitle: 'Siz olduğunuzu doğrulayın',
  confirmHow:
    'Bu değişiklik hesabınıza veya işletmenize erişimle ilgili olduğu için kim olduğunuzu soruyoruz.',
  confirmByLogin: 'Bu değişiklik için çıkış yapıp yeniden giriş yapın.',
  confirmExpired: 'Bu çok uzun sürdü. İptal edip tekrar deneyin.',
  usePasskey: 'Geçiş anahtarı kullan',
  useCode: 'Kod kullan',
  wrongPassword: 'Bu parola yanlış.',
};
