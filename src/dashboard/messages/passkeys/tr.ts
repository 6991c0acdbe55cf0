import type { Messages } from './en.ts';

export const messages: Messages = {
  passkeys: 'Geçiş anahtarları',
  passkeysHow: 'Parola veya kod olmadan parmak izi, yüz veya ekran kilidiyle giriş yapın.',
  addPasskey: 'Geçiş anahtarı ekle',
  passkeyAdded: 'Geçiş anahtarı eklendi',
  passkeyRemoved: 'Geçiş anahtarı kaldırıldı',
  rename: 'Yeniden adlandır',
  remove: 'Kaldır',
  name: 'Ad',
  added: 'eklendi',
  lastUsed: 'Son kullanım',
  needsAddress:
    'Geçiş anahtarları için https://perks.example gibi adlı ve https olan bir adres gerekir. Bu sunucuda henüz yok.',
  needsHost: host => `Geçiş anahtarı kullanmak için bu sayfayı ${host} adresinde açın.`,
  notSupported: 'Bu tarayıcı geçiş anahtarlarını desteklemiyor.',
  passkeyFailed: 'Geçiş anahtarı kullanılmadı. Yeniden deneyin veya başka bir yol seçin.',
  logInWithPasskey: 'Geçiş anahtarıyla giriş yap',
};
