import { parseContact, parseText, parseUrl } from './env-parsers.ts';
import { setting } from './setting.ts';

/** Addresses by which people and the installation reach each other. */
export const MAIL_SETTINGS = {
  smtpUrl: setting(
    'SMTP_URL',
    '',
    parseUrl('smtp:', 'smtps:'),
    'SMTP server for sign-in codes and other emails, such as smtps://user:pass@host',
    {
      secret: true,
    },
  ),
  mailFrom: setting('MAIL_FROM', 'Perkmint <no-reply@localhost>', parseText, 'Sender address of emails'),
  securityContact: setting(
    'SECURITY_CONTACT',
    '',
    parseContact,
    'Email address or https URL for reports of vulnerabilities, shown in /.well-known/security.txt; default security@ the host of the public address',
  ),
} as const;
