import { type Static, Type } from '@sinclair/typebox';
import { FailureReport } from '../platform/failures.ts';
import { HttpUrl, Nullable, oneOf, Timestamp, Url } from '../platform/schema.ts';
import { REACHES } from '../platform/url-reach.ts';

const PUBLIC_ADDRESS_SOURCES = ['environment', 'setting', 'default'] as const;

const CertificateStatus = Type.Object(
  {
    names: Type.Array(Type.String(), {
      description: 'The domains of the setting DOMAINS, or the one of `obtainCertificate`',
    }),
    startsAt: Nullable(Timestamp({ description: 'When it was issued; null before the first one' })),
    endsAt: Nullable(Timestamp({ description: 'Its last moment; null before the first one' })),
    renewsAt: Nullable(Timestamp({ description: 'When it is renewed; null before the first one' })),
    failure: FailureReport('Why none can be obtained; null after a success'),
  },
  {
    description:
      'The certificate that the server obtains and renews; null if it obtains none, and for callers who do not run the installation',
  },
);
export type CertificateStatus = Static<typeof CertificateStatus>;

export const PublicAddress = Type.Object(
  {
    url: Url({ description: 'Address used in QR codes, links and emails' }),
    source: oneOf(PUBLIC_ADDRESS_SOURCES, {
      description:
        'environment: PUBLIC_URL or DOMAINS, which take precedence; setting: set with this route; default: the address the server listens on',
    }),
    reach: oneOf(REACHES, {
      description: 'Who can open the address: anyone, devices in the same network, or only this computer',
    }),
    canChange: Type.Boolean({
      description: 'Whether the caller may change it: admins, and the owner of the only business',
    }),
    canObtainCertificate: Type.Boolean({
      description: 'Whether the caller may let this server serve https and obtain the certificate',
    }),
    certificate: Nullable(CertificateStatus),
  },
  { $id: 'PublicAddress' },
);
export type PublicAddress = Static<typeof PublicAddress>;

export const PublicAddressChange = Type.Object(
  {
    url: Nullable(
      HttpUrl({
        description:
          'Address at which customers reach this server, without a path; null to use the default again',
      }),
    ),
    obtainCertificate: Type.Optional(
      Type.Boolean({
        description:
          'Whether this server serves the address itself: it listens on the ports 443 and 80, and obtains and renews the certificate. The address must be https with a domain. True for the present address tries at once; the default keeps it as it is',
      }),
    ),
  },
  { $id: 'PublicAddressChange', examples: [{ url: 'https://perks.bluecup.example' }] },
);
export type PublicAddressChange = Static<typeof PublicAddressChange>;
