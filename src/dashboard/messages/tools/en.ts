/** Dialogs with secrets, and exports. */
export const messages = {
  exportCsv: 'Export CSV',
  copySecret: "Copy it now; you won't see it again.",
  secretSaved: "I've saved it",
};
export type Messages = typeof messages;
