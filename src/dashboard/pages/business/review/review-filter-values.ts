import { RISK_FLAGS } from '../../../../../db/enums.ts';

/** Values of the filter by risk signal. */
export const FLAGS = ['any', ...RISK_FLAGS] as const;
/** Minimum ages in days. */
export const AGES = ['1', '3', '7'] as const;
