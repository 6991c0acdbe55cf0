import { parseInteger } from './env-parsers.ts';
import { setting } from './setting.ts';

const MAX_DAYS = 3_650;
/** Events must outlive an endpoint that is down, and mails a question about them. */
const MIN_EVENT_DAYS = 30;
const MIN_MAIL_DAYS = 7;
const MIN_DELIVERY_DAYS = 7;

/** How long personal data is kept, by kind, in days. */
export const RETENTION_SETTINGS = {
  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    400,
    parseInteger(MIN_EVENT_DAYS, MAX_DAYS),
    'Days for which events are kept',
  ),
  mailRetentionDays: setting(
    'MAIL_RETENTION_DAYS',
    90,
    parseInteger(MIN_MAIL_DAYS, MAX_DAYS),
    'Days for which mails are listed',
  ),
  deliveryRetentionDays: setting(
    'DELIVERY_RETENTION_DAYS',
    30,
    parseInteger(MIN_DELIVERY_DAYS, MAX_DAYS),
    'Days for which webhook deliveries are kept',
  ),
  proofRetentionDays: setting(
    'PROOF_RETENTION_DAYS',
    0,
    parseInteger(0, MAX_DAYS),
    'Days after the review for which uploaded proof is kept; 0 keeps it',
  ),
  inactiveMemberDays: setting(
    'INACTIVE_MEMBER_DAYS',
    0,
    parseInteger(0, MAX_DAYS),
    'Days without activity after which the personal data of a member is erased; 0 keeps it',
  ),
};
