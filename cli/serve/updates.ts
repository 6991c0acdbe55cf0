import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../src/config/index.ts';
import type { UpdateObstacle, UpdatesControl } from '../../src/platform/updates-control.ts';
import { BUILD, VERSION } from '../../src/platform/version.ts';
import { fetchReleaseList, findNewest, listNotes } from '../../src/updates/release-list.ts';
import { getReleaseKeys, getReleaseUrl } from '../release.ts';
import { runSelf } from './spawn-self.ts';

/** Installs releases by running `perkmint update` beside this server, which continues in this process. */
export class Updates implements UpdatesControl {
  readonly obstacle: UpdateObstacle | null;
  known: UpdatesControl['known'] = null;
  readonly #url: string;
  readonly #keys: readonly string[];
  #isInstalling = false;
  #failure: string | null = null;

  constructor(private readonly config: Config) {
    this.#url = getReleaseUrl(config);
    this.#keys = getReleaseKeys(config);
    this.obstacle = findObstacle({ hasReleases: this.#url !== '' && this.#keys.length > 0 });
  }

  async check(checkedAt: string): Promise<void> {
    const list = await fetchReleaseList(this.#url, this.#keys);
    const newest = findNewest(list);
    const newer = newest ? listNotes(list, VERSION, newest.version) : [];
    this.known = { newer: newer.map(({ version, date, notes }) => ({ version, date, notes })), checkedAt };
  }

  install(version: string): void {
    if (this.#isInstalling) return;
    this.#isInstalling = true;
    this.#failure = null;
    // The command ends only when this process has continued as another program, unless nothing was changed.
    void runSelf(['update', '--yes', '--to', version, '--data-dir', this.config.dataDir])
      .then(({ exitCode, words }) => {
        if (exitCode !== 0) this.#failure = words.replace(/^error: /m, '');
      })
      .catch(error => {
        this.#failure = (error as Error).message;
      })
      .finally(() => {
        this.#isInstalling = false;
      });
  }

  getState() {
    return { isInstalling: this.#isInstalling, failure: this.#failure };
  }
}

function findObstacle({ hasReleases }: { hasReleases: boolean }): UpdateObstacle | null {
  if (!BUILD) return 'sources';
  if (!hasReleases) return 'noReleases';
  try {
    accessSync(dirname(process.execPath), constants.W_OK);
    return null;
  } catch {
    return 'notWritable';
  }
}
