import { type Static, Type } from '@sinclair/typebox';
import { PROOF_TYPES } from '../../db/enums.ts';
import { HttpUrl, Id, MAX, Money, Nullable, oneOf, Text } from '../platform/schema.ts';

export const NewProgramSubmission = Type.Object(
  {
    memberId: Type.Optional(Text(MAX.id, { description: 'For businesses: the member the proof belongs to' })),
    actionId: Type.Optional(Nullable(Text(MAX.id, { description: 'ID of an action in the action library' }))),
    campaignId: Type.Optional(
      Nullable(Id('A campaign of the program that the submission also counts toward')),
    ),
    proofUrl: HttpUrl({ description: 'URL of the proof. Stored normalized.' }),
    proofType: Type.Optional(oneOf(PROOF_TYPES, { default: 'url' })),
    notes: Type.Optional(Type.String({ maxLength: MAX.text })),
    orderValue: Type.Optional(Money()),
    resubmitOf: Type.Optional(Id('The rejected submission this one replaces')),
  },
  { $id: 'NewProgramSubmission' },
);
export type NewProgramSubmission = Static<typeof NewProgramSubmission>;
