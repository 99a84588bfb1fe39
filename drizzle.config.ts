/** How migrations are written: `npx drizzle-kit generate` after a change of the tables. */
import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './service/db/schema.ts',
  out: './service/db/migrations',
});
