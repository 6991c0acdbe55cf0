import { defineConfig } from 'drizzle-kit';

/** For `bun run migration` only; paths count from the root of the repository. */
export default defineConfig({
  dialect: 'sqlite',
  schema: './db/schema/*.ts',
  out: './db/migrations',
});
