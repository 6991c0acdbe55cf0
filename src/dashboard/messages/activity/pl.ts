import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  aCustomer: 'Klient',
  aCampaign: 'kampania',
  submittedBy: person => `${person}, nowe zgłoszenie:`,
  submitted: count =>
    `${plural(count, { one: '# klient przesłał zgłoszenie', few: '# klientów przesłało zgłoszenia', many: '# klientów przesłało zgłoszenia', other: '# klientów przesłało zgłoszenia' })}:`,
  resubmittedBy: person => `${person}, ponowne zgłoszenie:`,
  resubmitted: count =>
    `${plural(count, { one: '# klient ponowił zgłoszenie', few: '# klientów ponowiło zgłoszenia', many: '# klientów ponowiło zgłoszenia', other: '# klientów ponowiło zgłoszenia' })}:`,
  counted: {
    'submission.approved': count =>
      `${plural(count, { one: 'Zatwierdzono zgłoszenie', few: 'Zatwierdzono # zgłoszenia', many: 'Zatwierdzono # zgłoszeń', other: 'Zatwierdzono # zgłoszenia' })}:`,
    'submission.rejected': count =>
      `${plural(count, { one: 'Odrzucono zgłoszenie', few: 'Odrzucono # zgłoszenia', many: 'Odrzucono # zgłoszeń', other: 'Odrzucono # zgłoszenia' })}:`,
    'submission.reversed': count =>
      `${plural(count, { one: 'Cofnięto zatwierdzenie', few: 'Cofnięto # zatwierdzenia', many: 'Cofnięto # zatwierdzeń', other: 'Cofnięto # zatwierdzenia' })}:`,
    'submission.verified': count =>
      `${plural(count, { one: 'Sprawdzono zgłoszenie', few: 'Sprawdzono # zgłoszenia', many: 'Sprawdzono # zgłoszeń', other: 'Sprawdzono # zgłoszenia' })}:`,
    'submission.reviewDue': count =>
      `${plural(count, { one: 'Zaległe zgłoszenie', few: '# zaległe zgłoszenia', many: '# zaległych zgłoszeń', other: '# zaległe zgłoszenia' })}:`,
    'reward.issued': count =>
      `${plural(count, { one: 'Wydano nagrodę', few: 'Wydano # nagrody', many: 'Wydano # nagród', other: 'Wydano # nagrody' })}:`,
    'reward.redeemed': count =>
      `${plural(count, { one: 'Wykorzystano nagrodę', few: 'Wykorzystano # nagrody', many: 'Wykorzystano # nagród', other: 'Wykorzystano # nagrody' })}:`,
    'reward.reinstated': count =>
      `${plural(count, { one: 'Przywrócono nagrodę', few: 'Przywrócono # nagrody', many: 'Przywrócono # nagród', other: 'Przywrócono # nagrody' })}:`,
    'reward.voided': count =>
      `${plural(count, { one: 'Unieważniono nagrodę', few: 'Unieważniono # nagrody', many: 'Unieważniono # nagród', other: 'Unieważniono # nagrody' })}:`,
    'reward.expired': count =>
      `${plural(count, { one: 'Wygasła nagroda', few: 'Wygasły # nagrody', many: 'Wygasło # nagród', other: 'Wygasły # nagrody' })}:`,
  },
  events: {
    'campaign.created': 'Utworzono:',
    'campaign.updated': 'Zmieniono:',
    'campaign.deleted': 'Usunięto szkic:',
    'campaign.activated': 'Uruchomiono:',
    'campaign.paused': 'Wstrzymano:',
    'campaign.resumed': 'Wznowiono:',
    'campaign.ended': 'Zakończono:',
    'campaign.expired': 'Osiągnięto datę końca:',
    'campaign.policyChanged': 'Surowsze zasady:',
    'campaign.budgetExhausted': 'Wyczerpany budżet:',
    'business.placeCreated': 'Utworzono lokal',
    'business.placeUpdated': 'Zmieniono lokal',
    'business.placeDeleted': 'Usunięto lokal',
    'business.deviceAdded': 'Dodano urządzenie',
    'business.deviceRevoked': 'Usunięto urządzenie',
    'influencer.created': 'Dodano influencera',
    'influencer.updated': 'Zmieniono influencera',
    'influencer.deleted': 'Usunięto influencera',
    'program.created': 'Utworzono program',
    'program.updated': 'Zmieniono program',
    'program.paused': 'Wstrzymano program',
    'program.resumed': 'Wznowiono program',
    'program.ended': 'Zakończono program',
    'program.deleted': 'Usunięto program',
    'member.enrolled': 'Nowy członek',
    'member.updated': 'Zmieniono dane członka',
    'member.tierChanged': 'Zmieniono poziom członka',
    'member.goalCompleted': 'Członek osiągnął cel',
    'member.erased': 'Usunięto dane członka',
    'member.visited': 'Wizyta członka',
    'import.completed': 'Zakończono import',
    'import.undone': 'Cofnięto import',
    'cashback.created': 'Przyznano cashback',
    'cashback.available': 'Cashback dostępny',
    'cashback.redeemed': 'Wykorzystano cashback',
    'cashback.voided': 'Unieważniono cashback',
    'cashback.reversed': 'Wycofano cashback',
    'cashback.refunded': 'Zwrócono cashback',
    'cashback.expired': 'Cashback wygasł',
    'exchange.enrolled': 'Dołączono do giełdy',
    'exchange.order.created': 'Utworzono zlecenie',
    'exchange.order.filled': 'Zrealizowano zlecenie',
    'exchange.order.cancelled': 'Anulowano zlecenie',
    'exchange.order.expired': 'Zlecenie wygasło',
    'exchange.trade.executed': 'Zawarto transakcję',
    'exchange.perk.redeemed': 'Wykorzystano korzyść',
    'billing.subscriptionUpdated': 'Zmieniono subskrypcję',
    'billing.paymentFailed': 'Nieudana płatność',
    'billing.limitReached': 'Osiągnięto limit planu',
    'apiKey.created': 'Utworzono klucz API',
    'apiKey.rotated': 'Odnowiono klucz API',
    'apiKey.revoked': 'Unieważniono klucz API',
    'exportLink.created': 'Utworzono link eksportu',
    'exportLink.revoked': 'Unieważniono link eksportu',
    'platform.connected': 'Połączono platformę',
    'platform.disconnected': 'Odłączono platformę',
    'webhook.ping': 'Test webhooka',
    'webhook.created': 'Utworzono webhook',
    'webhook.updated': 'Zmieniono webhook',
    'webhook.rotated': 'Odnowiono sekret webhooka',
    'webhook.deleted': 'Usunięto webhook',
    'webhook.disabled': 'Wyłączono webhook',
  },
};
