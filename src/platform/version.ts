import manifest from '../../package.json';

/** The version of this build, from package.json, which is inside the binary. */
export const VERSION: string = manifest.version;
