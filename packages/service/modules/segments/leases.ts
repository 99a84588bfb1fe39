/** Leases of merges: who holds one spares the others the same work. Manifests stay right without them. */
import { and, eq, sql } from 'drizzle-orm';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { leases } from '../../db/schema.ts';

/** Take a schema's lease, or make one's own longer. @throws {HttpProblem} 409 while somebody else holds it. */
export async function lease(
  queries: Queries,
  schema: string,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const taken = await queries
    .insert(leases)
    .values({ schema, holder, until })
    .onConflictDoUpdate({
      target: leases.schema,
      set: { holder, until },
      setWhere: sql`${leases.holder} = ${holder} or ${leases.until} < now()`,
    })
    .returning({ holder: leases.holder });
  if (taken.length === 0)
    throw new HttpProblem(409, 'Somebody else merges the index of this schema just now.');
}

/** Give a lease back. Somebody else's stays. */
export async function release(queries: Queries, schema: string, holder: string): Promise<void> {
  await queries.delete(leases).where(and(eq(leases.schema, schema), eq(leases.holder, holder)));
}
