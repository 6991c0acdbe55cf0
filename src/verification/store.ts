import { verificationResults } from '../../db/schema/verification.ts';
import * as statements from '../../db/statements.ts';

/** Stores a result. @returns false if the provider already sent this event ID */
export const insertIfNew = statements.insertIfNew(verificationResults);
