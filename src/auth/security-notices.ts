import type { Locale } from '../platform/locales.ts';

/** The texts of mails that tell people of a change to the security of their account. */
interface NoticeTexts {
  hello: string;
  /** By kind of change: the subject, and the first line. */
  changes: Record<SecurityChange, string>;
  /** @param time such as 2026-11-27 10:40 UTC */
  when(time: string): string;
  /** @param url where a new password can be set */
  unknown(url: string): string;
  /** For a person whose address or rights have changed, and who can no longer end it alone. */
  unknownTakeover: string;
}

export const SECURITY_CHANGES = [
  'passkeyAdded',
  'passkeyRemoved',
  'emailChanged',
  'passwordChanged',
  'appOn',
  'appOff',
  'recoveryCodes',
  'pinChanged',
  'keyIssued',
  'ownersChanged',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

export const NOTICE_TEXTS: Record<Locale, NoticeTexts> = {
  en: {
    hello: 'Hello,',
    changes: {
      passkeyAdded: 'A passkey was added to your account',
      passkeyRemoved: 'A passkey was removed from your account',
      emailChanged: 'The email address of your account was changed',
      passwordChanged: 'The password of your account was changed',
      appOn: 'Two-step verification was turned on for your account',
      appOff: 'Two-step verification was turned off for your account',
      recoveryCodes: 'The recovery codes of your account were replaced',
      pinChanged: 'The PIN of your account was changed',
      keyIssued: 'An API key was created or replaced with your account',
      ownersChanged: 'The owners of your business were changed',
    },
    when: time => `Time: ${time}`,
    unknown: url =>
      `If it wasn't you, set a new password, which ends all logins, and then check the passkeys and API keys under Your account:\n${url}`,
    unknownTakeover: "If you don't know why, contact the people who run this service at once.",
  },
  de: {
    hello: 'Hallo,',
    changes: {
      passkeyAdded: 'Zum Konto wurde ein Passkey hinzugefügt',
      passkeyRemoved: 'Aus dem Konto wurde ein Passkey entfernt',
      emailChanged: 'Die E-Mail-Adresse des Kontos wurde geändert',
      passwordChanged: 'Das Passwort des Kontos wurde geändert',
      appOn: 'Die Bestätigung in zwei Schritten wurde für das Konto eingeschaltet',
      appOff: 'Die Bestätigung in zwei Schritten wurde für das Konto ausgeschaltet',
      recoveryCodes: 'Die Wiederherstellungscodes des Kontos wurden ersetzt',
      pinChanged: 'Die PIN des Kontos wurde geändert',
      keyIssued: 'Mit dem Konto wurde ein API-Schlüssel erstellt oder ersetzt',
      ownersChanged: 'Die Inhaber des Betriebs wurden geändert',
    },
    when: time => `Zeit: ${time}`,
    unknown: url =>
      `Kam das von jemand anderem? Dann bitte ein neues Passwort festlegen, was alle Anmeldungen beendet, und danach Passkeys und API-Schlüssel im Konto prüfen:\n${url}`,
    unknownTakeover: 'Ist der Grund unbekannt? Dann bitte sofort die Betreiber dieses Dienstes fragen.',
  },
  es: {
    hello: 'Hola:',
    changes: {
      passkeyAdded: 'Se ha añadido una llave de acceso a tu cuenta',
      passkeyRemoved: 'Se ha eliminado una llave de acceso de tu cuenta',
      emailChanged: 'Se ha cambiado el correo electrónico de tu cuenta',
      passwordChanged: 'Se ha cambiado la contraseña de tu cuenta',
      appOn: 'Se ha activado la verificación en dos pasos de tu cuenta',
      appOff: 'Se ha desactivado la verificación en dos pasos de tu cuenta',
      recoveryCodes: 'Se han sustituido los códigos de recuperación de tu cuenta',
      pinChanged: 'Se ha cambiado el PIN de tu cuenta',
      keyIssued: 'Se ha creado o sustituido una clave de API con tu cuenta',
      ownersChanged: 'Han cambiado los propietarios de tu negocio',
    },
    when: time => `Hora: ${time}`,
    unknown: url =>
      `Si no has sido tú, elige una contraseña nueva, lo que cierra todas las sesiones, y revisa después las llaves de acceso y las claves de API de tu cuenta:\n${url}`,
    unknownTakeover: 'Si no sabes por qué, contacta de inmediato con quien gestiona este servicio.',
  },
  fr: {
    hello: 'Bonjour,',
    changes: {
      passkeyAdded: "Une clé d'accès a été ajoutée à votre compte",
      passkeyRemoved: "Une clé d'accès a été retirée de votre compte",
      emailChanged: "L'adresse e-mail de votre compte a été modifiée",
      passwordChanged: 'Le mot de passe de votre compte a été modifié',
      appOn: 'La validation en deux étapes a été activée pour votre compte',
      appOff: 'La validation en deux étapes a été désactivée pour votre compte',
      recoveryCodes: 'Les codes de récupération de votre compte ont été remplacés',
      pinChanged: 'Le code PIN de votre compte a été modifié',
      keyIssued: "Une clé d'API a été créée ou remplacée avec votre compte",
      ownersChanged: 'Les propriétaires de votre entreprise ont changé',
    },
    when: time => `Heure : ${time}`,
    unknown: url =>
      `Si ce n'était pas vous, choisissez un nouveau mot de passe, ce qui ferme toutes les sessions, puis vérifiez les clés d'accès et les clés d'API de votre compte :\n${url}`,
    unknownTakeover: 'Si vous ignorez pourquoi, contactez sans attendre les responsables de ce service.',
  },
  pt: {
    hello: 'Olá,',
    changes: {
      passkeyAdded: 'Uma chave de acesso foi adicionada à sua conta',
      passkeyRemoved: 'Uma chave de acesso foi removida da sua conta',
      emailChanged: 'O e-mail da sua conta foi alterado',
      passwordChanged: 'A senha da sua conta foi alterada',
      appOn: 'A verificação em duas etapas da sua conta foi ativada',
      appOff: 'A verificação em duas etapas da sua conta foi desativada',
      recoveryCodes: 'Os códigos de recuperação da sua conta foram substituídos',
      pinChanged: 'O PIN da sua conta foi alterado',
      keyIssued: 'Uma chave de API foi criada ou substituída com a sua conta',
      ownersChanged: 'Os proprietários do seu negócio mudaram',
    },
    when: time => `Horário: ${time}`,
    unknown: url =>
      `Se não foi você, defina uma nova senha, o que encerra todas as sessões, e depois confira as chaves de acesso e as chaves de API da sua conta:\n${url}`,
    unknownTakeover: 'Se você não sabe o motivo, fale imediatamente com quem administra este serviço.',
  },
  it: {
    hello: 'Ciao,',
    changes: {
      passkeyAdded: 'Una passkey è stata aggiunta al tuo account',
      passkeyRemoved: 'Una passkey è stata rimossa dal tuo account',
      emailChanged: "L'indirizzo email del tuo account è stato cambiato",
      passwordChanged: 'La password del tuo account è stata cambiata',
      appOn: 'La verifica in due passaggi del tuo account è stata attivata',
      appOff: 'La verifica in due passaggi del tuo account è stata disattivata',
      recoveryCodes: 'I codici di recupero del tuo account sono stati sostituiti',
      pinChanged: 'Il PIN del tuo account è stato cambiato',
      keyIssued: 'Una chiave API è stata creata o sostituita con il tuo account',
      ownersChanged: 'I titolari della tua attività sono cambiati',
    },
    when: time => `Ora: ${time}`,
    unknown: url =>
      `Se non sei stato tu, imposta una nuova password, che chiude tutte le sessioni, e poi controlla le passkey e le chiavi API del tuo account:\n${url}`,
    unknownTakeover: 'Se non sai perché, contatta subito chi gestisce questo servizio.',
  },
  nl: {
    hello: 'Hallo,',
    changes: {
      passkeyAdded: 'Er is een toegangssleutel aan je account toegevoegd',
      passkeyRemoved: 'Er is een toegangssleutel uit je account verwijderd',
      emailChanged: 'Het e-mailadres van je account is gewijzigd',
      passwordChanged: 'Het wachtwoord van je account is gewijzigd',
      appOn: 'Verificatie in twee stappen is ingeschakeld voor je account',
      appOff: 'Verificatie in twee stappen is uitgeschakeld voor je account',
      recoveryCodes: 'De herstelcodes van je account zijn vervangen',
      pinChanged: 'De pincode van je account is gewijzigd',
      keyIssued: 'Met je account is een API-sleutel gemaakt of vervangen',
      ownersChanged: 'De eigenaars van je bedrijf zijn gewijzigd',
    },
    when: time => `Tijd: ${time}`,
    unknown: url =>
      `Was jij dit niet? Stel dan een nieuw wachtwoord in, wat alle sessies beëindigt, en controleer daarna de toegangssleutels en API-sleutels van je account:\n${url}`,
    unknownTakeover: 'Weet je niet waarom? Neem dan meteen contact op met de beheerder van deze dienst.',
  },
  pl: {
    hello: 'Dzień dobry,',
    changes: {
      passkeyAdded: 'Do Twojego konta dodano klucz dostępu',
      passkeyRemoved: 'Z Twojego konta usunięto klucz dostępu',
      emailChanged: 'Zmieniono adres e-mail Twojego konta',
      passwordChanged: 'Zmieniono hasło Twojego konta',
      appOn: 'Włączono weryfikację dwuetapową Twojego konta',
      appOff: 'Wyłączono weryfikację dwuetapową Twojego konta',
      recoveryCodes: 'Wymieniono kody odzyskiwania Twojego konta',
      pinChanged: 'Zmieniono PIN Twojego konta',
      keyIssued: 'Za pomocą Twojego konta utworzono lub wymieniono klucz API',
      ownersChanged: 'Zmienili się właściciele Twojej firmy',
    },
    when: time => `Czas: ${time}`,
    unknown: url =>
      `Jeśli to nie Ty, ustaw nowe hasło, co zakończy wszystkie sesje, a potem sprawdź klucze dostępu i klucze API swojego konta:\n${url}`,
    unknownTakeover:
      'Jeśli nie znasz powodu, natychmiast skontaktuj się z osobami, które prowadzą tę usługę.',
  },
  tr: {
    hello: 'Merhaba,',
    changes: {
      passkeyAdded: 'Hesabınıza bir geçiş anahtarı eklendi',
      passkeyRemoved: 'Hesabınızdan bir geçiş anahtarı kaldırıldı',
      emailChanged: 'Hesabınızın e-posta adresi değiştirildi',
      passwordChanged: 'Hesabınızın parolası değiştirildi',
      appOn: 'Hesabınız için iki adımlı doğrulama açıldı',
      appOff: 'Hesabınız için iki adımlı doğrulama kapatıldı',
      recoveryCodes: 'Hesabınızın kurtarma kodları yenilendi',
      pinChanged: 'Hesabınızın PIN kodu değiştirildi',
      keyIssued: 'Hesabınızla bir API anahtarı oluşturuldu veya yenilendi',
      ownersChanged: 'İşletmenizin sahipleri değiştirildi',
    },
    when: time => `Saat: ${time}`,
    unknown: url =>
      `Bunu siz yapmadıysanız yeni bir parola belirleyin; bu, tüm oturumları kapatır. Ardından hesabınızdaki geçiş anahtarlarını ve API anahtarlarını kontrol edin:\n${url}`,
    unknownTakeover: 'Nedenini bilmiyorsanız hemen bu hizmeti yönetenlerle iletişime geçin.',
  },
  ar: {
    hello: 'مرحبًا،',
    changes: {
      passkeyAdded: 'أُضيف مفتاح مرور إلى حسابك',
      passkeyRemoved: 'أُزيل مفتاح مرور من حسابك',
      emailChanged: 'تغيّر عنوان البريد الإلكتروني لحسابك',
      passwordChanged: 'تغيّرت كلمة مرور حسابك',
      appOn: 'فُعّل التحقق بخطوتين لحسابك',
      appOff: 'أُوقف التحقق بخطوتين لحسابك',
      recoveryCodes: 'استُبدلت رموز الاسترداد لحسابك',
      pinChanged: 'تغيّر رمز PIN لحسابك',
      keyIssued: 'أُنشئ مفتاح API أو استُبدل باستخدام حسابك',
      ownersChanged: 'تغيّر مالكو نشاطك التجاري',
    },
    when: time => `الوقت: ${time}`,
    unknown: url =>
      `إذا لم يكن ذلك منك، فيجب تعيين كلمة مرور جديدة، وهذا ينهي جميع الجلسات، ثم مراجعة مفاتيح المرور ومفاتيح API في الحساب:\n${url}`,
    unknownTakeover: 'إذا كان السبب غير معروف، فيجب التواصل فورًا مع القائمين على هذه الخدمة.',
  },
};
