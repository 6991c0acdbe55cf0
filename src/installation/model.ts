import { type Static, Type } from '@sinclair/typebox';
import { HttpUrl, Nullable, oneOf, Url } from '../platform/schema.ts';
import { REACHES } from '../platform/url-reach.ts';

const PUBLIC_ADDRESS_SOURCES = ['environment', 'setting', 'default'] as const;

export const PublicAddress = Type.Object(
  {
    url: Url({ description: 'Address used in QR codes, links and emails' }),
    source: oneOf(PUBLIC_ADDRESS_SOURCES, {
      description:
        'environment: PUBLIC_URL, which takes precedence; setting: set with this route; default: the address the server listens on',
    }),
    reach: oneOf(REACHES, {
      description: 'Who can open the address: anyone, devices in the same network, or only this computer',
    }),
    canChange: Type.Boolean({
      description: 'Whether the caller may change it: admins, and the owner of the only business',
    }),
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
  },
  { $id: 'PublicAddressChange', examples: [{ url: 'https://perks.bluecup.example' }] },
);
export type PublicAddressChange = Static<typeof PublicAddressChange>;
