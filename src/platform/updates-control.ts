/** The reasons why a running program can't replace itself. */
export const UPDATE_OBSTACLES = ['sources', 'sharedDatabase', 'notWritable', 'noReleases'] as const;
export type UpdateObstacle = (typeof UPDATE_OBSTACLES)[number];

/**
 * - `installed`: the new file is in its place, and has not opened to users yet
 * - `confirmed`: the new version has passed its checks and opened to users, so that nothing goes back any more
 * - `returning`: the former data and file are being put back
 * - `returned`: they are back
 */
export const UPDATE_STATES = ['installed', 'confirmed', 'returning', 'returned'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];

/** A release in the signed list. */
export interface ListedRelease {
  version: string;
  date: string;
  /** The changes for the people who use it, in plain words. */
  notes: string;
}

/** Updates the running program. Only a server that runs as one file, with SQLite, can. */
export interface UpdatesControl {
  readonly obstacle: UpdateObstacle | null;
  /** The releases that are newer than this version, newest first, and when they were requested; null before. */
  readonly known: { newer: ListedRelease[]; checkedAt: string } | null;
  /** Requests the list of releases. @throws UpdateError, OutboundError */
  check(now: string): Promise<void>;
  /** Installs a release in the background; a second call does nothing. */
  install(version: string): void;
  /** Whether a release is being installed, and why the last attempt changed nothing. */
  getState(): { isInstalling: boolean; failure: string | null };
}
