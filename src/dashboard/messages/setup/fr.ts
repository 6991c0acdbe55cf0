import type { Messages } from './en.ts';

export const messages: Messages = {
  step: (n, total) => `Étape ${n} sur ${total}`,
  heads: {
    shop: { title: 'Nommez votre boutique', intro: 'Vos clients voient ce nom sur chaque page.' },
    look: {
      title: 'À votre image',
      intro:
        'Votre logo, votre couleur et vos comptes apparaissent sur la page de la boutique et sur les affiches imprimées. Tout est facultatif.',
    },
    campaign: {
      title: 'Lancez votre première campagne',
      intro:
        "Choisissez ce que font vos clients et ce qu'ils reçoivent. Vous pouvez la modifier ou y mettre fin à tout moment.",
    },
    address: {
      title: 'Partagez-la avec vos clients',
      intro: "Vos clients ouvrent la campagne avec un code QR ou un lien. Placez l'affiche là où ils paient.",
    },
  },
  shopName: 'Nom de la boutique',
  industry: 'Secteur',
  industryHint: 'Par exemple café, salon de coiffure ou salle de sport. Sert à adapter les suggestions.',
  continue: 'Continuer',
  skip: 'Passer pour le moment',
  finish: 'Terminer la configuration',
  isOpen: name => `**${name}** est ouverte aux clients.`,
  editCampaign: 'Modifier la campagne',
  us: 'nous',
  whatToDo: 'Que doivent faire vos clients ?',
  whatTheyGet: 'Que reçoivent-ils ?',
  moneyOff: 'Une remise sur la prochaine commande',
  somethingFree: 'Un article offert',
  freeItem: 'Article offert',
  freeItemExample: 'Cappuccino offert',
  amountOff: 'Remise',
  howItIsChecked:
    "Vous vérifiez chaque publication avant d'accorder la récompense. Les clients doivent indiquer que la publication est récompensée, comme l'exigent les plateformes et le droit de la consommation. Chaque client peut participer une fois.",
  launch: 'Lancer la campagne',
  offers: {
    story: {
      name: shop => `Mentionnez ${shop} dans votre story`,
      description: 'Montrez ce que vous aimez dans une story Instagram et identifiez-nous.',
    },
    photo: {
      name: shop => `Publiez une photo de ${shop}`,
      description: 'Partagez sur Instagram une photo de votre visite qui nous nomme.',
    },
    film: {
      name: shop => `Filmez votre visite chez ${shop}`,
      description: 'Publiez une courte vidéo TikTok de votre visite.',
    },
  },
};
