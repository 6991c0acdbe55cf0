import { type Static, Type } from '@sinclair/typebox';
import { POLICY_GUARDS } from '../../db/enums.ts';
import { HttpUrl, Id, Name, Nullable, oneOf, Timestamp, Url } from '../platform/schema.ts';

export const Business = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    industry: Nullable(Type.String()),
    website: Nullable(Url()),
    currency: Type.Literal('USD'),
    policyGuard: oneOf(POLICY_GUARDS, {
      description: 'block: a forbidden campaign needs acknowledgePolicy to launch',
    }),
    requireRejectReason: Type.Boolean({ description: 'A rejection must say why' }),
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Business' },
);
export type Business = Static<typeof Business>;

export const NewBusiness = Type.Object(
  {
    name: Name(),
    industry: Type.Optional(Name()),
    website: Type.Optional(HttpUrl()),
  },
  { $id: 'NewBusiness' },
);
export type NewBusiness = Static<typeof NewBusiness>;

export const BusinessChange = Type.Object(
  {
    businessId: Type.Optional(Id('For an admin: the business to change')),
    name: Type.Optional(Name()),
    industry: Type.Optional(Nullable(Name())),
    website: Type.Optional(Nullable(HttpUrl())),
    currency: Type.Optional(Type.Literal('USD')),
    policyGuard: Type.Optional(oneOf(POLICY_GUARDS)),
    requireRejectReason: Type.Optional(Type.Boolean()),
  },
  { $id: 'BusinessChange' },
);
export type BusinessChange = Static<typeof BusinessChange>;
