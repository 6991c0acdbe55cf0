import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  campaigns: 'Kampanie',
  share: 'Udostępnij',
  reasons: {
    manual: '',
    scheduled: 'Przyjmuje zgłoszenia od daty rozpoczęcia',
    budgetExhausted: 'Budżet wyczerpany. Zwiększ go, aby wznowić.',
    capReached: 'Osiągnięto limit zatwierdzeń. Zwiększ go, aby wznowić.',
    endDatePassed: 'Minęła data końca. Ustaw późniejszą, aby wznowić.',
    planLimit: 'Twój plan nie pozwala na więcej aktywnych kampanii.',
    policyChanged: 'Zasady zaostrzono. Zaakceptuj je, aby wznowić.',
  },
  pending: 'Oczekujące',
  approved: 'Zatwierdzone',
  rejected: 'Odrzucone',
  budgetLeft: 'Pozostały budżet',
  noLimit: 'Bez limitu',
  ofTotal: amount => `z ${amount}`,
  review: 'Sprawdź',
  view: 'Zobacz',
  terms: 'Warunki',
  action: 'Akcja',
  reward: 'Nagroda',
  validFor: (reward, days) =>
    `${reward}, ważność: ${plural(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dni' })}`,
  minFollowers: 'Minimum obserwujących',
  none: 'Brak',
  hashtags: 'Hashtagi',
  perCustomer: 'Na klienta',
  upToTimes: count => plural(count, { one: 'Raz', few: 'Do # razy', many: 'Do # razy', other: 'Do # razy' }),
  approvals: 'Zatwierdzenia',
  upTo: count => `Do ${count}`,
  starts: 'Początek',
  atLaunch: 'Po uruchomieniu',
  ends: 'Koniec',
  noEnd: 'Bez daty końca',
  disclosure: 'Oznaczenie',
  rules: 'Zasady',
  complianceCard: 'Karta zgodności',
  manual: 'Ręczna',
  automatic: 'Automatyczna po pomyślnej kontroli, w innym razie ręczna',
  within: {
    none: (by, hours) =>
      `${by}, w ciągu ${plural(hours, { one: '# godziny', few: '# godzin', many: '# godzin', other: '# godzin' })}`,
    approve: (by, hours) =>
      `${by}, w ciągu ${plural(hours, { one: '# godziny', few: '# godzin', many: '# godzin', other: '# godzin' })}, potem zatwierdzone`,
    reject: (by, hours) =>
      `${by}, w ciągu ${plural(hours, { one: '# godziny', few: '# godzin', many: '# godzin', other: '# godzin' })}, potem odrzucone`,
  },
  budgetParts: (spent, reserved, left) =>
    `wydano ${spent}, zarezerwowano ${reserved} na oczekujące zgłoszenia, pozostało ${left}`,
  latest: 'Najnowsze zgłoszenia',
  customer: 'Klient',
  lastDays: days =>
    plural(days, {
      one: 'Ostatni # dzień',
      few: 'Ostatnie # dni',
      many: 'Ostatnie # dni',
      other: 'Ostatnie # dni',
    }),
  chart: (submissions, days) =>
    `${submissions} w ciągu ${plural(days, { one: '# dnia', few: '# dni', many: '# dni', other: '# dni' })}`,
  submissionCount: count =>
    plural(count, { one: '# zgłoszenie', few: '# zgłoszenia', many: '# zgłoszeń', other: '# zgłoszenia' }),
  costs: (perApproval, total, value) =>
    `${perApproval} za zatwierdzone zgłoszenie, łącznie ${total}. Szacowana wartość ${value}.`,
};
