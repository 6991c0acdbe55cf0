import manifest from '../../package.json';

/** Put in by cli/build.ts; absent when the sources run as they are. */
declare const PERKMINT_BUILD: { commit: string; date: string } | undefined;

/** The version of this build, from package.json, which is inside the binary. */
export const VERSION: string = manifest.version;

/** The commit that the binary was built from and its date; null when the sources run as they are. */
export const BUILD = typeof PERKMINT_BUILD === 'undefined' ? null : PERKMINT_BUILD;
