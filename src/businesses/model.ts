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
      description: 'block: launching a campaign that violates platform policy requires acknowledgePolicy',
    }),
    requireRejectReason: Type.Boolean({ description: 'Rejections require a reason' }),
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
    businessId: Type.Optional(Id('ID of the business to update (admins only)')),
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
