import { plural } from '../text.ts';

/** Fields for an email address, a password and a mailed code, in the forms that sign in or sign up. */
export const messages = {
  email: 'Email',
  password: 'Password',
  passwordHint: 'At least 10 characters. Several random words are easy to remember and hard to guess.',
  showCharacters: 'Show characters',
  hideCharacters: 'Hide characters',
  code: 'Code',
  codeHint: (email: string) => `We emailed 6 digits to ${email}. They are valid for 10 minutes.`,
  codeSentAgain: 'A new code is on its way',
  sendNewCode: 'Send a new code',
  otherAddress: 'Use another email address',
  waiting: (seconds: number) =>
    plural(seconds, {
      one: 'Many people are signing in right now. Trying again in # second…',
      other: 'Many people are signing in right now. Trying again in # seconds…',
    }),
};
export type Messages = typeof messages;
