import { OAUTH_PLATFORMS } from '../../../db/enums.ts';
import { formatLabel } from './format.ts';

/** Platforms that accounts can be connected to, as options of a select field. */
export const PLATFORM_OPTIONS = OAUTH_PLATFORMS.map(value => ({ value, label: formatLabel(value) }));
