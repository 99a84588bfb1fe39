/** In which order tables are filled, so that every reference finds its row. */

/**
 * Orders tables after those that they refer to; a table's references to itself don't count.
 * @throws {Error} when tables refer to each other in a circle.
 */
export function fillOrder(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const ordered: string[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const free = left.filter(
      (table) => !references.some(({ from, to }) => from === table && to !== table && left.includes(to)),
    );
    if (free.length === 0) throw new Error(`These tables refer to each other: ${left.join(', ')}.`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
