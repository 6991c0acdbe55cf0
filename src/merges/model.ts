import { type Static, Type } from '@sinclair/typebox';
import { Id, MAX, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';
import { Member } from '../programs/members/model.ts';
import { Reward } from '../rewards/model.ts';

export const NewMerge = Type.Object(
  {
    into: Text(MAX.id, {
      description: 'The member ID of the member of the same program who gets everything and stays',
    }),
  },
  {
    $id: 'NewMerge',
    description: 'A merge of the member in the path into another one.',
    examples: [{ into: 'till-4899' }],
  },
);
export type NewMerge = Static<typeof NewMerge>;

const mergeFields = {
  id: Id(),
  programId: Id(),
  memberId: Type.String({ description: 'The member who was merged, by the member ID at the time' }),
  into: Type.String({ description: 'The member who got everything, by the member ID at the time' }),
  mergedBy: Type.Object(
    { kind: oneOf(['user', 'apiKey', 'system']), id: Type.String() },
    { description: 'Who merged the members' },
  ),
  createdAt: Timestamp(),
  undoneAt: Nullable(Timestamp({ description: 'When it was undone; null if it was not' })),
};

export const Merge = Type.Object(mergeFields, {
  $id: 'Merge',
  description: 'A merge of two members of a program into one.',
});
export type Merge = Static<typeof Merge>;

export const MergedMembers = Type.Object(
  {
    ...mergeFields,
    member: Member,
    rewards: Type.Array(Reward, { description: 'Rewards of the goals that the members reached together' }),
  },
  {
    $id: 'MergedMembers',
    description: 'A merge that was made or undone, with the member who got everything afterwards.',
  },
);
export type MergedMembers = Static<typeof MergedMembers>;
