/** How migrations are written: `npx drizzle-kit generate` after a change of the tables. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './packages/service/db/schema.ts',
  out: './packages/service/db/migrations',
});
