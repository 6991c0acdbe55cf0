import { plural } from '../text.ts';
import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Verificatie in twee stappen',
  off: 'Vraag bij elke aanmelding om een code van een authenticator-app op je telefoon.',
  required:
    'Eigenaars en beheerders van deze installatie hebben een tweede factor nodig. Stel die in om verder te gaan.',
  setUp: 'Authenticator-app instellen',
  scan: 'Scan deze QR-code met een authenticator-app of typ de sleutel. Vul daarna de 6 cijfers van de app in.',
  qr: 'QR-code voor de authenticator-app',
  turnOn: 'Inschakelen',
  on: 'Aanmelden vraagt om een code van je authenticator-app.',
  codesLeft: count => plural(count, { one: 'Nog # herstelcode', other: 'Nog # herstelcodes' }),
  newCodes: 'Nieuwe herstelcodes',
  turnOff: 'Uitschakelen',
  codesTitle: 'Je herstelcodes',
  codesHint:
    'Elke code werkt één keer als je je telefoon kwijt bent. Bewaar ze goed; je ziet ze niet meer terug.',
  saved: 'Ik heb ze bewaard',
  code: 'Code',
  codeHint: '6 cijfers van je authenticator-app, of een herstelcode',
  wrongCode: 'Deze code klopt niet of is al gebruikt. Wacht op de volgende.',
  needed: 'Deze aanmelding heeft een code van je authenticator-app nodig.',
  verify: 'Bevestigen',
  turnedOff: 'Verificatie in twee stappen uitgeschakeld',
  confirmTitle: 'Bevestig dat jij het bent',
  confirmHow: 'Deze wijziging gaat over de toegang tot je account of bedrijf, dus we vragen wie je bent.',
  confirmByLogin: 'Log uit en weer in om deze wijziging te maken.',
  confirmExpired: 'Dit duurde te lang. Annuleer en probeer het opnieuw.',
  usePasskey: 'Toegangssleutel gebruiken',
  useCode: 'Code gebruiken',
  wrongPassword: 'Dit wachtwoord klopt niet.',
};
