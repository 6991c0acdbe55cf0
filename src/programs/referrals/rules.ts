/** The random end of an ID begins after its prefix, the underscore and the part that tells the time. */
const CODE_START = 20;
/** Letters that the alphabet of IDs leaves out, because they look like digits. */
const LOOKALIKES: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' };
const PLUS_TAG = /\+[^@]*(?=@)/;

/** Returns the code by which other people name a member: the random end of the member's ID, in capital letters. */
export function toReferralCode(memberKey: string): string {
  return memberKey.slice(CODE_START).toUpperCase();
}

/** Returns a typed code as it is stored in IDs: without separators, and with digits for the letters like them. */
export function normalizeCode(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/[^0-9a-z]/g, '')
    .replaceAll(/[ilo]/g, letter => LOOKALIKES[letter] as string);
}

/** The contact data of a person, from the membership and the account. */
export interface Person {
  emails: (string | null | undefined)[];
  phones: (string | null | undefined)[];
}

/** Returns whether two members share an email address, whatever follows a plus in it, or a phone number. */
export function isSamePerson(a: Person, b: Person): boolean {
  return shares(a.emails.map(toMailbox), b.emails.map(toMailbox)) || shares(a.phones, b.phones);
}

function toMailbox(email: string | null | undefined): string | null {
  return email ? email.toLowerCase().replace(PLUS_TAG, '') : null;
}

function shares(a: Person['emails'], b: Person['emails']): boolean {
  return a.some(value => value && b.includes(value));
}
