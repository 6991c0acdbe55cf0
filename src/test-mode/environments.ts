import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { dropSchema } from '../../db/postgres/migrate.ts';
import { createCtx, SCHEDULER, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { MailWorker } from '../mailings/worker.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { TestEnvironments } from '../platform/runtime/test-environments.ts';
import { DeliveryWorker } from '../webhooks/worker.ts';
import { locateEnvironment, openTestServices, TEST_FOLDER } from './services.ts';
import * as store from './store.ts';

/** An environment that was not used for this long is closed when another one opens. */
const IDLE_MS = 10 * MINUTE_MS;

interface OpenEnvironment {
  services: Services;
  workers: { start(): Promise<void>; stop(): Promise<void> }[];
}

interface Entry {
  /** A business whose test data was deleted gets an environment with another ID. */
  id: string;
  usedAtMs: number;
  opened: Promise<OpenEnvironment>;
  /** The services once they are open. */
  services?: Services;
}

/**
 * The test data of each business is a database of its own, with the same tables: no statement about real data can see it,
 * and deleting it deletes the database. The business stores the ID of its environment, so that all processes of the
 * installation notice a deletion.
 */
export class BusinessTestEnvironments implements TestEnvironments<Services> {
  readonly #getLive: () => Services;
  readonly #entries = new Map<string, Entry>();
  #hasWorkers = false;
  #isSwept = false;

  /** @param getLive returns the services of the installation, which have this object as a property */
  constructor(getLive: () => Services) {
    this.#getLive = getLive;
  }

  get #live(): Services {
    return this.#getLive();
  }

  async open(businessId: string): Promise<Services> {
    const business = await this.#requireBusiness(businessId);
    const id = business.testEnvironmentId;
    const known = this.#entries.get(businessId);
    if (known?.id === id) {
      known.usedAtMs = this.#live.clock.now();
      return known.services ?? (await known.opened).services;
    }
    if (known) await this.#close(businessId, known);
    await this.#closeIdle();
    // Another request may have opened it meanwhile.
    const other = this.#entries.get(businessId);
    if (other?.id === id) return (await other.opened).services;
    return await this.#open(business, id);
  }

  list(): Services[] {
    return [...this.#entries.values()].flatMap(({ services }) => services ?? []);
  }

  async forEach(visit: (services: Services) => Promise<void>): Promise<void> {
    for (const businessId of await store.listBusinesses(this.#live.database.reader)) {
      const wasOpen = this.#entries.has(businessId);
      await visit(await this.open(businessId));
      const entry = this.#entries.get(businessId);
      if (entry && !wasOpen) await this.#close(businessId, entry);
    }
  }

  async clear(businessId: string): Promise<boolean> {
    const { database } = this.#live;
    const id = await database.transaction(
      async db => {
        const business = await store.findBusiness(db, businessId);
        if (business?.testEnvironmentId) await store.setEnvironmentId(db, businessId, null);
        return business?.testEnvironmentId ?? null;
      },
      [`business:${businessId}`],
    );
    if (id === null) return false;
    const entry = this.#entries.get(businessId);
    if (entry) await this.#close(businessId, entry);
    await this.#remove(id);
    return true;
  }

  async startWorkers(): Promise<void> {
    this.#hasWorkers = true;
    for (const { opened } of this.#entries.values())
      for (const worker of (await opened).workers) await worker.start();
  }

  async close(): Promise<void> {
    for (const [businessId, entry] of [...this.#entries]) await this.#close(businessId, entry);
  }

  /** Returns the business with the ID of its environment, which the first use creates. @throws NOT_FOUND */
  async #requireBusiness(businessId: string): Promise<store.BusinessRow & { testEnvironmentId: string }> {
    const { database, ids } = this.#live;
    const business = await store.findBusiness(database.reader, businessId);
    if (!business) throw notFound('business');
    if (business.testEnvironmentId !== null)
      return { ...business, testEnvironmentId: business.testEnvironmentId };
    return await database.transaction(
      async db => {
        const current = await store.findBusiness(db, businessId);
        const testEnvironmentId = current?.testEnvironmentId ?? ids.next('testEnvironment');
        await store.setEnvironmentId(db, businessId, testEnvironmentId);
        return { ...business, testEnvironmentId };
      },
      [`business:${businessId}`],
    );
  }

  async #open(business: store.BusinessRow, id: string): Promise<Services> {
    const entry: Entry = { id, usedAtMs: this.#live.clock.now(), opened: this.#start(business, id) };
    this.#entries.set(business.id, entry);
    try {
      entry.services = (await entry.opened).services;
      return entry.services;
    } catch (error) {
      this.#entries.delete(business.id);
      throw error;
    }
  }

  async #start(business: store.BusinessRow, id: string): Promise<OpenEnvironment> {
    await this.#sweep();
    const services = await openTestServices(this.#live, business, id);
    const createWorkerCtx = () => createCtx(services, SCHEDULER, null);
    const workers = [new DeliveryWorker(createWorkerCtx), new MailWorker(createWorkerCtx)];
    if (this.#hasWorkers) for (const worker of workers) await worker.start();
    return { services, workers };
  }

  async #close(businessId: string, entry: Entry): Promise<void> {
    if (this.#entries.get(businessId) === entry) this.#entries.delete(businessId);
    const { services, workers } = await entry.opened;
    for (const worker of workers) await worker.stop();
    await services.backgroundTasks.close();
    await services.database.close();
  }

  async #closeIdle(): Promise<void> {
    const before = this.#live.clock.now() - IDLE_MS;
    for (const [businessId, entry] of [...this.#entries])
      if (entry.usedAtMs < before) await this.#close(businessId, entry);
  }

  async #remove(id: string): Promise<void> {
    const { config } = this.#live;
    const { folder, schema } = locateEnvironment(config, id);
    if (config.databaseUrl !== '') await dropSchema(config.databaseUrl, schema);
    rmSync(folder, { recursive: true, force: true });
  }

  /** Removes folders that a crash, or a deletion by another process, has left; once per process. */
  async #sweep(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const { config, database } = this.#live;
    const folder = join(config.dataDir, TEST_FOLDER);
    if (!existsSync(folder)) return;
    // Read first, because the ID of an environment is stored before its folder is created.
    const names = readdirSync(folder);
    const known = new Set(await store.listEnvironmentIds(database.reader));
    for (const name of names)
      if (!known.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
