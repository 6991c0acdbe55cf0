import { type Static, Type } from '@sinclair/typebox';
import { ActionType, Alternative, Jurisdiction, nullable, Slug, Source, Text } from '../library/model.ts';
import { PlatformTerms } from '../library/platform-terms-model.ts';
import { LegalRule, LegalText, MatrixCell, Notice } from '../library/seed-model.ts';
import { Timestamp } from '../platform/schema.ts';

const Rule = Type.Object(
  { jurisdiction: Jurisdiction, jurisdictionName: Text, ...LegalRule.properties },
  { $id: 'LegalRule' },
);

const PlatformPolicy = Type.Object(
  {
    platform: Slug,
    summary: Text,
    askingWithoutRewardAllowed: Type.Boolean(),
    matrix: Type.Array(Type.Object({ type: ActionType, ...MatrixCell.properties }), {
      description: 'The strictest status for each type of action; exceptions are less strict',
    }),
    reviewRequest: nullable(
      Type.String({
        description: 'A compliant review request for this platform; null if review requests are not allowed',
      }),
    ),
    warnings: Type.Array(Text),
    developerTerms: nullable(PlatformTerms, {
      description:
        'What the terms of its interfaces allow a service that rewards posts to do; null if not read',
    }),
    sources: Type.Array(Slug),
  },
  { $id: 'PlatformPolicy' },
);

/** The data of GET /legal. */
export const Legal = Type.Object(
  {
    disclaimer: Text,
    terms: LegalText,
    privacy: LegalText,
    rules: Type.Array(Rule, { description: 'By jurisdiction' }),
    platformPolicies: Type.Array(PlatformPolicy),
    otherPlatforms: Type.Array(
      Type.Object({
        platform: Slug,
        summary: nullable(Text),
        status: nullable(Text),
        sources: Type.Array(Slug),
      }),
    ),
    notices: Type.Array(Notice),
    disclosureTags: Type.Array(Type.String()),
    reviewRequest: Type.Object({
      text: Text,
      usableOn: Type.Array(Slug),
      notOn: Type.Array(Slug),
      sources: Type.Array(Slug),
    }),
    alternatives: Type.Array(
      Type.Object(
        { actionId: Slug, instead: Alternative },
        { description: 'Alternatives that can be rewarded' },
      ),
    ),
    safeDefaults: Type.Array(Type.Object({ id: Slug, rule: Text })),
    updatedAt: Timestamp(),
    sources: Type.Array(Source),
  },
  { $id: 'Legal' },
);
export type Legal = Static<typeof Legal>;
