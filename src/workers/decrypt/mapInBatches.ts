/** Maps items batch by batch, sequentially. Returns all results in order. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (batch: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += most) results.push(...(await work(items.slice(at, at + most))));
  return results;
}
