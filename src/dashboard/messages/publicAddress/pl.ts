import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Adres publiczny',
  reach: {
    computer: 'Ten adres działa tylko na tym komputerze. Klienci nie otworzą jeszcze kodów QR ani linków.',
    network: 'Ten adres działa tylko w twojej sieci: wystarczy do testu na telefonie, ale nie dla klientów.',
  },
  byOperator: 'Operator ustawił ten adres w PUBLIC_URL.',
  canOpen: url => `Klienci mogą otworzyć **${url}**`,
  saved: 'Zapisano adres publiczny',
  hint: 'Używany w kodach QR, linkach i wiadomościach.',
  save: 'Zapisz adres',
  how: 'Jak uzyskać adres publiczny?',
  howIntro:
    'Każdy sposób nadaje temu komputerowi nazwę w internecie. Jeśli nie używasz poleceń, pokaż tę stronę osobie, która opiekuje się komputerem; reszta Perkmint działa bez tego.',
  ways: {
    tunnel: command =>
      `**Wypróbuj z tego komputera, bez domeny.** Uruchom \`${command}\` i wpisz wyświetlony adres.`,
    shop: command =>
      `**Komputer zostaje w sklepie.** Uruchom \`${command}\` i wpisz wyświetlony adres; nie zmienia się.`,
    domain: (command, setting) =>
      `**Użyj własnej domeny na serwerze.** Skieruj domenę na serwer i uruchom \`${command}\`, które pobierze też certyfikat. Ustaw \`${setting}\`.`,
  },
  cantOpen: 'Klienci jeszcze tego nie otworzą.',
  worksOnly: {
    computer: url => `Adres \`${url}\` działa tylko na tym komputerze.`,
    network: url => `Adres \`${url}\` działa tylko na urządzeniach w twojej sieci.`,
  },
  enterAddress: 'Wpisz adres, pod którym klienci znajdą ten serwer. [Jak go uzyskać]',
  askOperator: 'Poproś osobę prowadzącą ten serwer o ustawienie PUBLIC_URL.',
};
