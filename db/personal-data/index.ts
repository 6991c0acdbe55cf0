import { ACCOUNT_TABLES } from './accounts.ts';
import { LOYALTY_TABLES } from './loyalty.ts';
import type { TableData } from './map.ts';
import { OPERATION_TABLES } from './operations.ts';

/**
 * Which column of the schema holds what personal data of whom, what an export shows of it and what an erasure does with
 * it. A test compares it with the schema. In an order in which rows can be deleted: those that refer to others first.
 */
export const PERSONAL_DATA: readonly TableData[] = [
  ...OPERATION_TABLES,
  ...LOYALTY_TABLES,
  ...ACCOUNT_TABLES,
];
