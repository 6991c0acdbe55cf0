import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Kampanie',
  create: 'Utwórz kampanię',
  noneIn: {
    draft: 'Brak szkiców',
    active: 'Brak aktywnych kampanii',
    paused: 'Brak wstrzymanych kampanii',
    ended: 'Brak zakończonych kampanii',
    expired: 'Brak kampanii po terminie',
  },
  noMatch: 'Brak pasujących kampanii',
  none: 'Brak kampanii',
  noneHow: 'Kampania określa, co publikują klienci i jaką nagrodę dostają.',
  name: 'Nazwa',
  state: 'Stan',
  rulesChanged: 'Zmienione zasady',
  platform: 'Platforma',
  reward: 'Nagroda',
  pending: 'Oczekujące',
  approved: 'Zatwierdzone',
  budgetLeft: 'Pozostały budżet',
  noLimit: 'Bez limitu',
  created: 'Utworzono',
  actions: 'Działania',
  select: name => `Zaznacz: ${name}`,
  actionsFor: name => `Działania: ${name}`,
  edit: 'Edytuj',
  launch: 'Uruchom',
  pause: 'Wstrzymaj',
  resume: 'Wznów',
  end: 'Zakończ',
  duplicate: 'Duplikuj',
  preview: 'Podgląd klienta',
  deleteDraft: 'Usuń szkic',
  paused: 'Wstrzymano kampanię',
  resumed: 'Wznowiono kampanię',
  bulkDone: {
    active: count =>
      `Wznowiono ${plural(count, { one: '# kampanię', few: '# kampanie', many: '# kampanii', other: '# kampanie' })}`,
    paused: count =>
      `Wstrzymano ${plural(count, { one: '# kampanię', few: '# kampanie', many: '# kampanii', other: '# kampanie' })}`,
    ended: count =>
      `Zakończono ${plural(count, { one: '# kampanię', few: '# kampanie', many: '# kampanii', other: '# kampanie' })}`,
  },
  bulkSkipped: {
    active: count =>
      `. Nie można wznowić ${plural(count, { one: '# kampanii', few: '# kampanii', many: '# kampanii', other: '# kampanii' })}.`,
    paused: count =>
      `. Nie można wstrzymać ${plural(count, { one: '# kampanii', few: '# kampanii', many: '# kampanii', other: '# kampanii' })}.`,
    ended: count =>
      `. Nie można zakończyć ${plural(count, { one: '# kampanii', few: '# kampanii', many: '# kampanii', other: '# kampanii' })}.`,
  },
  selectedCampaigns: 'Zaznaczone kampanie',
  selected: count =>
    `Zaznaczono ${plural(count, { one: '# kampanię', few: '# kampanie', many: '# kampanii', other: '# kampanie' })}`,
  clearSelection: 'Odznacz',
  endMany: count =>
    `Zakończyć ${plural(count, { one: '# kampanię', few: '# kampanie', many: '# kampanii', other: '# kampanie' })}?`,
  endCampaigns: 'Zakończ kampanie',
  endManyHow:
    'Zakończonych kampanii nie można wznowić. Oczekujące zgłoszenia można nadal sprawdzić, a nagrody pozostają ważne.',
  search: 'Szukaj kampanii',
  allPlatforms: 'Wszystkie platformy',
  sortBy: 'Sortuj według',
  sorts: {
    '-createdAt': 'Od najnowszych',
    createdAt: 'Od najstarszych',
    name: 'Nazwa',
    '-pending': 'Najwięcej oczekujących',
    '-approved': 'Najwięcej zatwierdzonych',
  },
  all: 'Wszystkie',
  editCampaign: 'Edytuj kampanię',
  pauseCampaign: 'Wstrzymaj kampanię',
  resumeCampaign: 'Wznów kampanię',
  launchCampaign: 'Uruchom kampanię',
  moreActions: 'Więcej działań',
  copyId: 'Kopiuj ID',
  idCopied: 'Skopiowano ID',
  theIdIs: id => `ID: ${id}`,
  endCampaign: 'Zakończ kampanię',
  draftDeleted: 'Usunięto szkic',
  deleteTitle: 'Usunąć ten szkic?',
  deleteHow: name => `„${name}” nigdy nie została uruchomiona. Usunięcia nie można cofnąć.`,
  draftCreated: 'Utworzono szkic na podstawie tej kampanii',
  ended: 'Zakończono kampanię',
  endTitle: 'Zakończyć tę kampanię?',
  endHow:
    'Klienci nie mogą już wysyłać zgłoszeń, a kampanii nie można wznowić. Wydane nagrody pozostają ważne.',
  rejectPending: count =>
    `Odrzuć ${plural(count, { one: '# oczekujące zgłoszenie', few: '# oczekujące zgłoszenia', many: '# oczekujących zgłoszeń', other: '# oczekujące zgłoszenia' })}`,
  rejectPendingHow: 'W przeciwnym razie nadal oczekują i można je sprawdzić.',
};
