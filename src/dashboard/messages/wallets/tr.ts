import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Telefon cüzdanları',
  ownersOnly: 'Yalnızca sahipler',
  intro:
    'Müşteriler üye kartlarını ve kodları telefonlarının cüzdanına ekleyebilir. Bir cüzdan kurulunca düğme sayfalarında görünür.',
  issuer: (id, email) => `Düzenleyen ${id}, imzalayan ${email}`,
  changeAccount: 'Hesabı değiştir',
  changeTheAccount: 'Hesap değişikliği',
  setUpGoogle: 'Google Wallet’ı kur',
  googleDone: 'Google Wallet kuruldu',
  issuerId: 'Düzenleyen kimliği',
  issuerIdHint: 'Google Pay & Wallet Console’dan.',
  keyFile: 'Hizmet hesabının anahtar dosyası',
  keyFileHint: 'JSON dosyasının tamamını yapıştırın. Şifreli saklanır ve bir daha gösterilmez.',
  saveGoogle: 'Google Wallet’ı kaydet',
  appleAccount: (passType, team, date) =>
    `${team} ekibinin ${passType} kimliği, ${date} tarihine kadar geçerli`,
  changeCertificate: 'Sertifikayı değiştir',
  changeTheCertificate: 'Sertifika değişikliği',
  setUpApple: 'Apple Wallet’ı kur',
  appleDone: 'Apple Wallet kuruldu',
  certificate: 'Kart türünün sertifikası',
  certificateHint: 'PEM biçiminde, Apple geliştirici hesabınızdan.',
  privateKey: 'Özel anahtar',
  privateKeyHint: 'PEM biçiminde, parolasız. Şifreli saklanır ve bir daha gösterilmez.',
  wwdr: 'Apple’ın ara sertifikası (WWDR)',
  wwdrHint: 'PEM biçiminde, sertifikanızı düzenleyen sertifika.',
  saveApple: 'Apple Wallet’ı kaydet',
  removed: name => `${name} kaldırıldı`,
  remove: 'Kaldır',
  removeTitle: name => `${name} kaldırılsın mı?`,
  removeHow: 'Müşteriler artık kart ekleyemez. Telefonlarındaki kartlar kalır ama güncellenmez.',
  guide: 'Kılavuzda devamı',
  googleIntro: 'Ücretsizdir ve yaklaşık 20 dakika sürer. Bir Google hesabı gerekir.',
  google: {
    console:
      '[Google Pay & Wallet Console] sayfasını açın, düzenleyen olarak kaydolun ve Google Wallet API’den **düzenleyen kimliğini** kopyalayın.',
    key: '[Google Cloud Console] üzerinde bir proje oluşturun, Google Wallet API’yi açın, bir hizmet hesabı oluşturun ve **JSON olarak anahtar** indirin.',
    user: 'İlk konsola dönün ve Users altında hizmet hesabının e-posta adresini geliştirici olarak ekleyin.',
    paste: 'Düzenleyen kimliğini girin ve dosyayı aşağıya yapıştırın.',
  },
  appleIntro: 'Ücretli bir Apple geliştirici hesabı ve sertifikaları bilen biri gerekir.',
  apple: {
    identifier: '[Geliştirici hesabınızda] **Pass Type ID** türünde bir kimlik oluşturun.',
    certificate: (file, exportCertificate, exportKey) =>
      `Sertifikasını oluşturup anahtarıyla \`${file}\` olarak dışa aktarın. İkisini PEM’e dönüştürün: \`${exportCertificate}\` ve \`${exportKey}\`.`,
    wwdr: command => `Sizinkini düzenleyen [WWDR sertifikasını] indirin ve \`${command}\` ile dönüştürün.`,
    paste: 'Üçünü de aşağıya yapıştırın.',
  },
};
