import { type Static, Type } from '@sinclair/typebox';

export const DeletedTestData = Type.Object(
  {
    deleted: Type.Boolean({
      description: 'Whether there was test data; false if no test key was used since the last deletion',
    }),
  },
  { $id: 'DeletedTestData', description: 'The result of deleting test data' },
);
export type DeletedTestData = Static<typeof DeletedTestData>;
