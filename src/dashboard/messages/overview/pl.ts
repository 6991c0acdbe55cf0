import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Przegląd',
  noBusinesses: 'Brak firm',
  noBusinessesHow: 'Utwórz pierwszą firmę, aby rozpocząć.',
  createBusiness: 'Utwórz firmę',
  createAnother: 'Utwórz kolejną firmę',
  chooseBusiness: 'Wybierz firmę',
  chooseHow: count =>
    `Wybierz z menu ${plural(count, { one: '# firmę', few: 'jedną z # firm', many: 'jedną z # firm', other: 'jedną z # firm' })}.`,
  counterReport: 'Raport kasy',
  createCampaign: 'Utwórz kampanię',
  reviews: 'Weryfikacja',
  submissionCount: count =>
    plural(count, { one: '# zgłoszenie', few: '# zgłoszenia', many: '# zgłoszeń', other: '# zgłoszenia' }),
  pendingReview: count =>
    plural(count, {
      one: 'czeka na weryfikację',
      few: 'czekają na weryfikację',
      many: 'czeka na weryfikację',
      other: 'czekają na weryfikację',
    }),
  reviewSubmissions: 'Sprawdź zgłoszenia',
  recent: 'Ostatnia aktywność',
  noActivity: 'Brak aktywności',
  figures: 'Dane',
  newestOnly: 'Liczone są tylko najnowsze wpisy z tego okresu.',
  submissions: 'Zgłoszenia',
  approvalRate: 'Odsetek zatwierdzeń',
  ofReviewed: (approved, reviewed) => `${approved} z ${reviewed} sprawdzonych`,
  rewardsIssued: 'Wydane nagrody',
  amountRedeemed: amount => `wykorzystano ${amount}`,
  issuedBefore: amount => `, wcześniej wydano ${amount}`,
  estimatedValue: 'Szacowana wartość',
  noCost: 'Brak kosztów',
  estimatedReturn: rate => `Szacowany zwrot ${rate}`,
  comparedWith: (change, previous, days) =>
    `${change} (${previous} w ciągu ${plural(days, { one: '# poprzedniego dnia', few: '# poprzednich dni', many: '# poprzednich dni', other: '# poprzednich dni' })})`,
  noChange: 'Bez zmian',
  new: 'Nowe',
  howEstimated: 'Jak szacowana jest wartość',
  estimateHow:
    'Każda zatwierdzona akcja liczy się według kosztu porównywalnej reklamy: opublikowanych danych z biblioteki akcji, np. ceny za 1000 wyświetleń. To szacunek, a nie przychód. Źródła podano przy każdej akcji w',
  and: 'i',
  period: 'Okres',
  lastDays: count => plural(count, { one: '# dzień', few: '# dni', many: '# dni', other: '# dni' }),
  year: '12 miesięcy',
  approved: 'Zatwierdzone',
  rejected: 'Odrzucone',
  cost: 'Koszt',
  redeemed: 'Wykorzystano',
  valueShort: 'Szac. wartość',
  campaign: 'Kampania',
  costPerApproval: 'Koszt zatwierdzenia',
  byCampaign: 'Według kampanii',
  resultsByCampaign: 'Wyniki według kampanii',
  platform: 'Platforma',
  byPlatform: 'Według platformy',
  resultsByPlatform: 'Wyniki według platformy',
  submissionsPerDay: 'Zgłoszenia dziennie',
  submissionsSummary: (total, days) =>
    `Zgłoszenia dziennie: ${total} w ${plural(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dni' })}`,
  costAndValue: 'Koszt i szacowana wartość',
  moneySummary: (value, cost, days) =>
    `W ${plural(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dni' })}: szacowana wartość ${value}, koszt ${cost}`,
};
