/** The steps to the first redeemed reward. */
export const messages = {
  getStarted: 'Get started',
  done: 'Done',
  steps: {
    look: {
      title: 'Add your logo and color',
      how: "They appear on your shop's page, its signs and its mails.",
      label: 'Continue set-up',
    },
    create: {
      title: 'Create a campaign',
      how: 'Define what customers post and the reward they get.',
      label: 'Create campaign',
    },
    launch: {
      title: 'Launch it',
      how: 'Customers can take part once it is launched.',
      label: 'View drafts',
    },
    reach: {
      title: 'Let customers reach you',
      how: 'Your QR codes and links work only on this computer or in your network so far.',
      label: 'Set public address',
    },
    share: {
      title: 'Share it',
      how: 'Print the sign for your counter, or send the link. Take part yourself to try it.',
      label: 'Share campaign',
    },
    review: {
      title: 'Review your first submission',
      how: 'A submission is the post that a customer shows you. It appears under Reviews.',
      label: 'Review submissions',
    },
    redeem: {
      title: 'Redeem your first code',
      how: 'Enter the code that the customer shows you.',
      label: 'Redeem code',
    },
  },
};
export type Messages = typeof messages;
