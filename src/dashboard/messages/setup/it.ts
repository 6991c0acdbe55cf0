import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Passo ${n} di ${total}`,
  heads: {
    shop: { title: 'Dai un nome al negozio', intro: 'I clienti lo vedono in ogni pagina.' },
    look: {
      title: 'Dagli il tuo stile',
      intro:
        'Logo, colore e account compaiono nella pagina del negozio e sui cartelli stampati. Tutto è facoltativo.',
    },
    campaign: {
      title: 'Avvia la prima campagna',
      intro:
        'Scegli che cosa fanno i clienti e che cosa ricevono. Puoi modificarla o terminarla in qualsiasi momento.',
    },
    address: {
      title: 'Condividila con i clienti',
      intro: 'I clienti aprono la campagna con un codice QR o un link. Metti il cartello dove pagano.',
    },
  },
  shopName: 'Nome del negozio',
  industry: 'Settore',
  industryHint: 'Per esempio bar, parrucchiere o palestra. Serve per adattare i suggerimenti.',
  continue: 'Continua',
  skip: 'Salta per ora',
  finish: 'Termina la configurazione',
  isOpen: name => `**${name}** è aperta ai clienti.`,
  editCampaign: 'Modifica campagna',
  us: 'noi',
  whatToDo: 'Che cosa devono fare i clienti?',
  whatTheyGet: 'Che cosa ricevono?',
  moneyOff: 'Sconto sul prossimo ordine',
  somethingFree: 'Qualcosa in omaggio',
  freeItem: 'Omaggio',
  freeItemExample: 'Cappuccino in omaggio',
  amountOff: 'Sconto',
  howItIsChecked:
    'Controlli ogni post prima di dare il premio. Ai clienti si chiede di indicare che il post è premiato, come richiedono le piattaforme e le norme sui consumatori. Ogni cliente può partecipare una volta.',
  launch: 'Avvia campagna',
  offers: {
    story: {
      name: shop => `Menziona ${shop} nella tua storia`,
      description: 'Mostra ciò che ti piace in una storia di Instagram e taggaci.',
    },
    photo: {
      name: shop => `Pubblica una foto di ${shop}`,
      description: 'Condividi su Instagram una foto della tua visita che ci nomini.',
    },
    film: {
      name: shop => `Filma la tua visita da ${shop}`,
      description: 'Pubblica un breve video TikTok della tua visita.',
    },
  },
};
