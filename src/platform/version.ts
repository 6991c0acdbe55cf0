import manifest from '../../package.json';

interface Build {
  commit: string;
  date: string;
  /** Public keys, one of which signs the checksums of releases. */
  releaseKeys: string[];
  /** The name of this binary in a release; null for other builds. */
  artifact: string | null;
  /** The URL of the list of releases; null if the build names none. */
  releaseList: string | null;
}

/** Defined by cli/build.ts; undefined when running from source. */
declare const PERKMINT_BUILD: Build | undefined;

/** The version from package.json, which is embedded in the binary. */
export const VERSION: string = manifest.version;

/** The data of the build; null when running from source. */
export const BUILD = typeof PERKMINT_BUILD === 'undefined' ? null : PERKMINT_BUILD;

/** Returns the version as `--version` prints it, with the commit and date of a build. */
export function formatVersion(): string {
  return BUILD ? `${VERSION} (${BUILD.commit}, ${BUILD.date})` : VERSION;
}
