import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Partager la campagne',
  onceActive: 'Les clients peuvent ouvrir le lien dès que la campagne est active.',
  qrOf: link => `Code QR pour ${link}`,
  copyLink: 'Copier le lien',
  share: 'Partager',
  makeSign: 'Créer une affiche',
  inviteCustomers: 'Inviter des clients',
  inviteHow:
    "Les clients scannent le code ou ouvrent le lien, voient les avantages des membres et s'inscrivent sur leur téléphone.",
  joinOnceActive: "Les clients peuvent s'inscrire dès que le programme est actif.",
};
