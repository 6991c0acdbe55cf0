/** The test data of businesses, each in an environment with services of its own. */
export interface TestEnvironments<Services> {
  /** Returns the services of a business's test data. The first use creates them. @throws NOT_FOUND */
  open(businessId: string): Promise<Services>;
  /** Returns the services of all open environments. */
  list(): Services[];
  /** Visits each environment, one after another, and closes those that were not open before. */
  forEach(visit: (services: Services) => Promise<void>): Promise<void>;
  /** Deletes the test data of a business. @returns whether there was any */
  clear(businessId: string): Promise<boolean>;
  /** Starts delivering webhooks, also of environments that open later; only servers do. */
  startWorkers(): Promise<void>;
  close(): Promise<void>;
}
