import { type Static, Type } from '@sinclair/typebox';
import { closed, oneOf, Slug, Source, Text } from './model.ts';

/** The developer terms of a platform, for a service that rewards posts. */
export const PlatformTerms = Type.Object(
  {
    interface: Type.String({ description: 'The interface for public posts' }),
    use: oneOf(
      ['program', 'display', 'none'],
      'program: posts may be read; display: they may only be shown; none: neither',
    ),
    connect: oneOf(
      ['allowed', 'warned'],
      "warned: connecting an account uses an interface whose terms don't allow rewards",
    ),
    readProfiles: Type.Boolean({ description: 'Whether public profile pages may be read automatically' }),
    forbids: Text,
    note: Text,
    sources: Type.Array(Slug, { minItems: 1 }),
  },
  closed,
);
export type PlatformTerms = Static<typeof PlatformTerms>;

/** seed/platform-terms.json. Its sources supplement seed/sources.json. */
export const PlatformTermsFile = Type.Object(
  { platforms: Type.Record(Slug, PlatformTerms), sources: Type.Array(Source) },
  closed,
);
export type PlatformTermsFile = Static<typeof PlatformTermsFile>;
