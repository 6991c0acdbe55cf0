import manifest from '../../package.json';

/** Defined by cli/build.ts; undefined when running from source. */
declare const PERKMINT_BUILD: { commit: string; date: string } | undefined;

/** The version from package.json, which is embedded in the binary. */
export const VERSION: string = manifest.version;

/** The commit and date of the build; null when running from source. */
export const BUILD = typeof PERKMINT_BUILD === 'undefined' ? null : PERKMINT_BUILD;

/** Returns the version as `--version` prints it, with the commit and date of a build. */
export function formatVersion(): string {
  return BUILD ? `${VERSION} (${BUILD.commit}, ${BUILD.date})` : VERSION;
}
