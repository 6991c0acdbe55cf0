import { listQuery } from '../../../db/list-query.ts';
import { adjustmentParts, memberAdjustments } from '../../../db/schema/adjustments.ts';
import * as statements from '../../../db/statements.ts';

export const find = statements.findBy(memberAdjustments, ['id']);
export const insert = statements.insert(memberAdjustments);
export const update = statements.update(memberAdjustments);
export const insertParts = statements.insertMany(adjustmentParts);

export const list = listQuery(memberAdjustments, {
  filters: { programId: memberAdjustments.programId, memberKey: memberAdjustments.memberKey },
  owners: ['programId', 'memberKey'],
  newestFirst: [memberAdjustments.createdAt, memberAdjustments.id],
});

/** Lists the cashback that a correction took back. */
export const listParts = statements.listBy(adjustmentParts, ['adjustmentId']);
