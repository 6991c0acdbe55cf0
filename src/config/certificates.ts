import { parseDomains, parseEmail, parsePort, parseUrl } from './env-parsers.ts';
import { setting } from './setting.ts';

/** The certificate that the server obtains and renews automatically. */
export const CERTIFICATE_SETTINGS = {
  domains: setting<string[]>(
    'DOMAINS',
    [],
    parseDomains,
    "Domains of this server, comma-separated: it obtains their certificate and serves https; the first one is PUBLIC_URL's default",
    { flag: 'domain' },
  ),
  acmeDirectory: setting(
    'ACME_DIRECTORY',
    'https://acme-v02.api.letsencrypt.org/directory',
    parseUrl('http:', 'https:'),
    'Certificate authority (ACME directory URL) for DOMAINS, whose terms of service you accept',
  ),
  acmeEmail: setting(
    'ACME_EMAIL',
    '',
    parseEmail,
    'Email address at which the certificate authority may contact you',
  ),
  httpsPort: setting(
    'HTTPS_PORT',
    443,
    parsePort(1),
    'TCP port for https with DOMAINS; customers and the certificate authority always use 443, so forward that to any other',
  ),
  httpPort: setting(
    'HTTP_PORT',
    80,
    parsePort(1),
    'TCP port for redirects to https with DOMAINS; forward port 80 to any other',
  ),
};
