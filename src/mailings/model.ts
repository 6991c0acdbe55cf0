import { type Static, Type } from '@sinclair/typebox';
import { CONSENT_SOURCES, MAIL_SKIP_REASONS, MAIL_STATES } from '../../db/enums.ts';
import { Id, Nullable, oneOf, Timestamp } from '../platform/schema.ts';
import { MAIL_KINDS, PASS_MESSAGE_KINDS } from './kinds-model.ts';

const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$';

const TimeOfDay = (description: string) =>
  Type.String({ pattern: TIME_PATTERN, patternHint: 'a time of day such as 22:00', description });

const QuietHours = Type.Object(
  { from: TimeOfDay('When they begin'), to: TimeOfDay('When they end; before `from`, on the next day') },
  { $id: 'QuietHours', examples: [{ from: '22:00', to: '08:00' }] },
);

/** A kind of message that a person can turn on and off, with the choice about it. */
function Choice<K extends string>(kinds: readonly [K, ...K[]]) {
  return Type.Object({
    kind: oneOf(kinds),
    title: Type.String(),
    description: Type.String(),
    isEnabled: Type.Boolean(),
    consent: Nullable(
      Type.Object({
        source: oneOf(CONSENT_SOURCES, { description: 'Where it was chosen' }),
        wording: Type.String({ description: 'Version of title and description at that time' }),
        decidedAt: Timestamp(),
      }),
    ),
  });
}

export const NotificationSettings = Type.Object(
  {
    email: Type.String({ description: 'Address that mails go to' }),
    timeZone: Type.String({ description: 'IANA time zone of the quiet hours, that of your account' }),
    canSend: Type.Boolean({
      description: 'False if the installation has no mail server: mails are listed but not sent',
    }),
    quietHours: Nullable(QuietHours),
    kinds: Type.Array(Choice(MAIL_KINDS), {
      description: 'The kinds of mail that you can get. `consent` is null until you choose',
    }),
    passMessages: Type.Array(Choice(PASS_MESSAGE_KINDS), {
      description:
        'The kinds of messages on passes in the wallet of your phone; none if no business has set up a wallet',
    }),
  },
  { $id: 'NotificationSettings' },
);
export type NotificationSettings = Static<typeof NotificationSettings>;

export const NotificationSettingsChange = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(Type.Object({ kind: oneOf(MAIL_KINDS), isEnabled: Type.Boolean() }), {
        maxItems: MAIL_KINDS.length,
        description: 'Kinds to turn on or off; others stay as they are',
      }),
    ),
    passMessages: Type.Optional(
      Type.Array(Type.Object({ kind: oneOf(PASS_MESSAGE_KINDS), isEnabled: Type.Boolean() }), {
        maxItems: PASS_MESSAGE_KINDS.length,
        description: 'Messages on passes to turn on or off; others stay as they are',
      }),
    ),
    quietHours: Type.Optional(
      Nullable(
        Type.Object({
          from: TimeOfDay('When they begin'),
          to: TimeOfDay('When they end; before `from`, on the next day'),
        }),
      ),
    ),
  },
  { $id: 'NotificationSettingsChange', examples: [{ quietHours: { from: '22:00', to: '08:00' } }] },
);
export type NotificationSettingsChange = Static<typeof NotificationSettingsChange>;

export const Mail = Type.Object(
  {
    id: Id(),
    kind: Type.String({ description: `Kind of mail: ${MAIL_KINDS.join(', ')}` }),
    state: oneOf(MAIL_STATES),
    skipReason: Nullable(
      oneOf(MAIL_SKIP_REASONS, {
        description:
          'Why it was not sent: the installation has no mail server, or the recipient turned the kind off',
      }),
    ),
    recipient: Type.Object({ id: Id('User ID'), name: Type.String() }),
    subject: Nullable(Type.String({ description: 'Subject line' })),
    attempts: Type.Integer({ description: 'Attempts to send it' }),
    error: Nullable(Type.String({ description: 'Why the last attempt failed' })),
    nextAttemptAt: Nullable(Timestamp()),
    sentAt: Nullable(Timestamp({ description: 'When the mail server accepted it' })),
    createdAt: Timestamp(),
  },
  { $id: 'Mail' },
);
export type Mail = Static<typeof Mail>;

export const MailPreview = Type.Object(
  {
    kind: oneOf(MAIL_KINDS),
    from: Type.String({ description: 'Name of the sender' }),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
  },
  { $id: 'MailPreview' },
);
export type MailPreview = Static<typeof MailPreview>;

export const TestMail = Type.Object(
  { sentTo: Type.String({ description: 'Your own address' }) },
  { $id: 'TestMail' },
);
export type TestMail = Static<typeof TestMail>;
