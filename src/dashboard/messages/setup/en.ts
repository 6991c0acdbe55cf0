/** The set-up of a shop, and the campaigns that it offers. */
export const messages = {
  step: (n: number, total: number) => `Step ${n} of ${total}`,
  heads: {
    shop: { title: 'Name your shop', intro: 'Customers see it on every page.' },
    look: {
      title: 'Make it yours',
      intro:
        "Your logo, color and accounts appear on your shop's page and on printed signs. All of it is optional.",
    },
    campaign: {
      title: 'Launch your first campaign',
      intro: 'Choose what customers do and what they get. You can change or end it at any time.',
    },
    address: {
      title: 'Share it with your customers',
      intro: 'Customers open your campaign with a QR code or a link. Put the sign where they pay.',
    },
  },
  shopName: 'Shop name',
  industry: 'Industry',
  industryHint: 'Such as cafe, hair salon or fitness. Used to tailor suggestions.',
  continue: 'Continue',
  skip: 'Skip for now',
  finish: 'Finish setup',
  isOpen: (name: string) => `**${name}** is open to customers.`,
  editCampaign: 'Edit campaign',
  us: 'us',
  whatToDo: 'What should customers do?',
  whatTheyGet: 'What do they get?',
  moneyOff: 'Money off the next order',
  somethingFree: 'Something free',
  freeItem: 'Free item',
  freeItemExample: 'Free cappuccino',
  amountOff: 'Amount off',
  howItIsChecked:
    'You check each post before the reward is given. Customers are asked to mark the post as rewarded, as platforms and consumer law require. Each customer can take part once.',
  launch: 'Launch campaign',
  offers: {
    story: {
      name: (shop: string) => `Mention ${shop} in your Story`,
      description: 'Show what you enjoy in an Instagram Story and tag us.',
    },
    photo: {
      name: (shop: string) => `Post a photo of ${shop}`,
      description: 'Share an Instagram photo of your visit that names us.',
    },
    film: {
      name: (shop: string) => `Film your visit to ${shop}`,
      description: 'Publish a short TikTok video of your visit.',
    },
  },
};
export type Messages = typeof messages;
