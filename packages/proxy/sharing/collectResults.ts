/** Processes many keys: errors of single keys are collected, and the others continue. */
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/** Error sentences in one answer. */
const maxSentences = 5;

/**
 * Calls `act` for each item, one after the other, and collects the results. Null counts as nothing to do.
 * @throws {HttpProblem} 409 with the reasons when every item was refused; at once when the session or the service is gone.
 */
export async function collectResults<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result | null>,
): Promise<Result[]> {
  const results: Result[] = [];
  const refusals = new Set<string>();
  for (const item of items)
    try {
      const result = await act(item);
      if (result !== null) results.push(result);
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status === 401 || error.status >= 500) throw error;
      refusals.add(error.message);
    }
  if (results.length === 0 && refusals.size > 0)
    throw new HttpProblem(409, [...refusals].slice(0, maxSentences).join(' '));
  return results;
}
