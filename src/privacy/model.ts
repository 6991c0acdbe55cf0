import { type Static, Type } from '@sinclair/typebox';
import { Id } from '../platform/schema.ts';

/** The confirmation that an account's personal data was erased. */
export const ErasedAccount = Type.Object({ id: Id(), erased: Type.Literal(true) }, { $id: 'ErasedAccount' });
export type ErasedAccount = Static<typeof ErasedAccount>;

/** The confirmation that a business erased what it kept of a person. */
export const ErasedMember = Type.Object(
  {
    memberId: Type.String({
      description: "The person's new reference, which leads to no person; all records keep it",
    }),
    memberships: Type.Array(Id(), {
      description: 'The memberships of the person in all programs of the business; their status is now left',
    }),
    erased: Type.Literal(true),
  },
  { $id: 'ErasedMember' },
);
export type ErasedMember = Static<typeof ErasedMember>;
