/** Orders tables by their foreign keys. */

/**
 * Sorts tables topologically: each after those that it references. References to itself don't count.
 * @throws {Error} if references are circular.
 */
export function fillOrder(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const ordered: string[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const ready = remaining.filter(
      (table) => !references.some(({ from, to }) => from === table && to !== table && remaining.includes(to)),
    );
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${remaining.join(', ')}.`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}
