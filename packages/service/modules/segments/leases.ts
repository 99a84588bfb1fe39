/** Leases of compactions. They avoid duplicate work; manifests are correct without them. */
import { and, eq, sql } from 'drizzle-orm';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Queries } from '../../db/client.ts';
import { leases } from '../../db/schema.ts';

/** Acquires a schema's lease, or extends it. @throws {HttpProblem} 409 while another holder has it. */
export async function acquireLease(
  queries: Queries,
  schema: string,
  { holder, seconds }: { holder: string; seconds: number },
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${seconds})`;
  const acquired = await queries
    .insert(leases)
    .values({ schema, holder, until })
    .onConflictDoUpdate({
      target: leases.schema,
      set: { holder, until },
      setWhere: sql`${leases.holder} = ${holder} or ${leases.until} < now()`,
    })
    .returning({ holder: leases.holder });
  if (acquired.length === 0)
    throw new HttpProblem(409, 'Somebody else merges the index of this schema just now.');
}

/** Releases a lease, if `holder` has it. */
export async function releaseLease(queries: Queries, schema: string, holder: string): Promise<void> {
  await queries.delete(leases).where(and(eq(leases.schema, schema), eq(leases.holder, holder)));
}
