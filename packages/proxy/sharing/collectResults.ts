/** Processes many keys: errors of single keys are collected, without stopping the others. */
import { conflict, HttpProblem } from '@cloakroom/server-kit/problem.ts';

/** Error messages in one answer. */
const maxSentences = 5;

/**
 * Calls `act` for each item, one after the other, and collects the results that are not null.
 * @throws {HttpProblem} 409 with the reasons if every item was refused; at once for an ended session or an unavailable service.
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
    throw conflict([...refusals].slice(0, maxSentences).join(' '));
  return results;
}
