import type { Locale } from '../../platform/locales.ts';

/** The texts that several kinds of mail share. */
export interface CommonTexts {
  off(amount: string): string;
  offUpTo(amount: string, max: string): string;
  reward: string;
  validUntil: string;
  showReward: string;
  /** Why the person gets the mail; `name` is its kind. */
  why(name: string): string;
  settings: string;
  unsubscribe: string;
}

export const COMMON: Record<Locale, CommonTexts> = {
  en: {
    off: amount => `${amount} off`,
    offUpTo: (amount, max) => `${amount} off, up to ${max}`,
    reward: 'Reward',
    validUntil: 'Valid until',
    showReward: 'Show reward',
    why: name => `You get this mail because it is turned on in your account: ${name}.`,
    settings: 'Notification settings',
    unsubscribe: 'Unsubscribe',
  },
  de: {
    off: amount => `${amount} Rabatt`,
    offUpTo: (amount, max) => `${amount} Rabatt, höchstens ${max}`,
    reward: 'Prämie',
    validUntil: 'Gültig bis',
    showReward: 'Prämie zeigen',
    why: name => `Diese Mail ist im Konto eingeschaltet: ${name}.`,
    settings: 'Benachrichtigungen einstellen',
    unsubscribe: 'Abbestellen',
  },
  es: {
    off: amount => `${amount} de descuento`,
    offUpTo: (amount, max) => `${amount} de descuento, hasta ${max}`,
    reward: 'Recompensa',
    validUntil: 'Válida hasta',
    showReward: 'Ver recompensa',
    why: name => `Este correo está activado en tu cuenta: ${name}.`,
    settings: 'Ajustes de notificaciones',
    unsubscribe: 'Darse de baja',
  },
  fr: {
    off: amount => `${amount} de remise`,
    offUpTo: (amount, max) => `${amount} de remise, jusqu'à ${max}`,
    reward: 'Récompense',
    validUntil: "Valable jusqu'au",
    showReward: 'Voir la récompense',
    why: name => `Cet e-mail est activé dans votre compte : ${name}.`,
    settings: 'Paramètres de notification',
    unsubscribe: 'Se désabonner',
  },
  pt: {
    off: amount => `${amount} de desconto`,
    offUpTo: (amount, max) => `${amount} de desconto, até ${max}`,
    reward: 'Recompensa',
    validUntil: 'Válida até',
    showReward: 'Ver recompensa',
    why: name => `Este e-mail está ativado na sua conta: ${name}.`,
    settings: 'Configurações de notificações',
    unsubscribe: 'Cancelar inscrição',
  },
  it: {
    off: amount => `${amount} di sconto`,
    offUpTo: (amount, max) => `${amount} di sconto, fino a ${max}`,
    reward: 'Premio',
    validUntil: 'Valido fino al',
    showReward: 'Vedi il premio',
    why: name => `Questa email è attiva nel tuo account: ${name}.`,
    settings: 'Impostazioni delle notifiche',
    unsubscribe: 'Annulla iscrizione',
  },
  nl: {
    off: amount => `${amount} korting`,
    offUpTo: (amount, max) => `${amount} korting, tot ${max}`,
    reward: 'Beloning',
    validUntil: 'Geldig tot en met',
    showReward: 'Beloning tonen',
    why: name => `Deze mail staat aan in je account: ${name}.`,
    settings: 'Meldingen instellen',
    unsubscribe: 'Afmelden',
  },
  pl: {
    off: amount => `${amount} rabatu`,
    offUpTo: (amount, max) => `${amount} rabatu, maksymalnie ${max}`,
    reward: 'Nagroda',
    validUntil: 'Ważna do',
    showReward: 'Pokaż nagrodę',
    why: name => `Ta wiadomość jest włączona na Twoim koncie: ${name}.`,
    settings: 'Ustawienia powiadomień',
    unsubscribe: 'Zrezygnuj',
  },
  tr: {
    off: amount => `${amount} indirim`,
    offUpTo: (amount, max) => `${amount} indirim, en fazla ${max}`,
    reward: 'Ödül',
    validUntil: 'Son geçerlilik',
    showReward: 'Ödülü göster',
    why: name => `Bu e-posta hesabınızda açık: ${name}.`,
    settings: 'Bildirim ayarları',
    unsubscribe: 'Abonelikten çık',
  },
  ar: {
    off: amount => `خصم ${amount}`,
    offUpTo: (amount, max) => `خصم ${amount}، بحد أقصى ${max}`,
    reward: 'المكافأة',
    validUntil: 'صالحة حتى',
    showReward: 'عرض المكافأة',
    why: name => `هذه الرسالة مفعّلة في حسابك: ${name}.`,
    settings: 'إعدادات الإشعارات',
    unsubscribe: 'إلغاء الاشتراك',
  },
};
