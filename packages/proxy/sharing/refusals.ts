/** Many keys at once: what can't be done for one of them is remembered, and the others go on. */
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/** Sentences that one answer holds at most. */
const told = 5;

/**
 * Do something for each item, one after the other, and collect what comes of it; null counts as nothing to do.
 * @throws {HttpProblem} 409 with the reasons when every item was refused; at once when the session or the service is gone.
 */
export async function doEach<Item, Result>(
  items: readonly Item[],
  deed: (item: Item) => Promise<Result | null>,
): Promise<Result[]> {
  const results: Result[] = [];
  const refusals = new Set<string>();
  for (const item of items)
    try {
      const result = await deed(item);
      if (result !== null) results.push(result);
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status === 401 || error.status >= 500) throw error;
      refusals.add(error.message);
    }
  if (results.length === 0 && refusals.size > 0)
    throw new HttpProblem(409, [...refusals].slice(0, told).join(' '));
  return results;
}
