/** Links and QR codes of campaigns and programs. */
export const messages = {
  title: 'Share campaign',
  onceActive: 'Customers can open the link once the campaign is active.',
  qrOf: (link: string) => `QR code for ${link}`,
  copyLink: 'Copy link',
  share: 'Share',
  makeSign: 'Make a sign',
  inviteCustomers: 'Invite customers',
  inviteHow: 'Customers scan the code or open the link, see what members get, and join on their phone.',
  joinOnceActive: 'Customers can join once the program is active.',
};
export type Messages = typeof messages;
