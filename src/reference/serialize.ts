import type { ReferenceLibrary } from '../library/library.ts';
import { ACTION_TYPES, type Alternative } from '../library/model.ts';
import { toTimestamp } from '../library/text.ts';
import type { Legal } from './legal-model.ts';

/** Returns all laws and platform rules of the library as the data of GET /legal. */
export function toLegal(library: ReferenceLibrary): Legal {
  const { legal } = library.data;
  const { text, usableOn, notOn, sources } = legal.neutralReviewRequest;
  const answer = {
    disclaimer: legal.disclaimer,
    terms: legal.terms,
    privacy: legal.privacy,
    rules: legal.jurisdictions.flatMap(({ id, name, rules }) =>
      rules.map(rule => ({ jurisdiction: id, jurisdictionName: name, ...rule })),
    ),
    platformPolicies: listPlatformPolicies(library),
    otherPlatforms: Object.entries(legal.otherPlatforms).map(([platform, law]) => ({ platform, ...law })),
    notices: legal.disclosureTemplates,
    disclosureTags: legal.disclosureHashtags.tags,
    reviewRequest: { text, usableOn, notOn, sources },
    alternatives: Object.entries(legal.alternatives).map(([actionId, instead]) => ({
      actionId,
      instead: toAlternative(library, instead),
    })),
    safeDefaults: legal.safeDefaults,
    updatedAt: toTimestamp(legal.asOf),
  };
  return { ...answer, sources: library.sources(listCitedSources(answer)) };
}

function listPlatformPolicies(library: ReferenceLibrary): Legal['platformPolicies'] {
  return Object.entries(library.data.legal.platforms).map(([platform, law]) => ({
    platform,
    summary: law.summary,
    askingWithoutRewardAllowed: law.askingWithoutRewardAllowed,
    matrix: ACTION_TYPES.map(type => ({ type, ...law.matrix[type] })),
    reviewRequest: library.reviewRequestText(platform).text,
    warnings: law.warnings,
    developerTerms: library.platformTerms(platform) ?? null,
    sources: law.sources,
  }));
}

function toAlternative(library: ReferenceLibrary, actionId: string): Alternative {
  const { platform, type, name, policy } = library.byId(actionId)!;
  return { actionId, platform, type, name, policy };
}

/** Lists the IDs under every `sources` key of a value. */
function listCitedSources(node: unknown): string[] {
  if (node === null || typeof node !== 'object') return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'sources' ? (value as string[]) : listCitedSources(value),
  );
}
