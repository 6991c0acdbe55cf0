import type { Check, ReferenceData, SeedAction } from '../seed-model.ts';

/** Checks platforms' developer terms, and that no action promises a check that the terms of its platform rule out. */
export function checkPlatformTerms(data: ReferenceData, check: Check): void {
  const platforms = new Set(data.actions.map(action => action.platform));
  for (const id of Object.keys(data.platformTerms.platforms))
    check(platforms.has(id), 'platformTerms/platforms', `platform ${id} has no action`);
  for (const action of data.actions) checkPublicCheck(action, data, check);
}

function checkPublicCheck(action: SeedAction, { platformTerms }: ReferenceData, check: Check): void {
  const { id, platform, verifiability, publicCheck, publicCheckSources } = action;
  const where = `actions/${id}/publicCheck`;
  check(
    (verifiability === 'assisted') === (publicCheck !== 'none'),
    where,
    `can't be ${publicCheck} if verifiability is ${verifiability}`,
  );
  const terms = Object.hasOwn(platformTerms.platforms, platform)
    ? platformTerms.platforms[platform]
    : undefined;
  const isPermitted = publicCheck === 'person' || publicCheck === 'none' || publicCheck === terms?.use;
  check(isPermitted, where, `${publicCheck} is ruled out by the terms of ${platform}`);
  const expected = publicCheck === 'none' ? [] : (terms?.sources ?? []);
  const isCited =
    expected.length === publicCheckSources.length &&
    expected.every(source => publicCheckSources.includes(source));
  check(isCited, `actions/${id}/publicCheckSources`, `must be the sources of the terms of ${platform}`);
}
