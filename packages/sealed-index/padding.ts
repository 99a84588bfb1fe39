/** How many blocks a segment shows, whatever it holds. */

const ladderFactor = 1.25;

/** The next step of the ladder 1.25^k (rounded up): the true number of blocks would tell how varied the data are. */
export function paddedBlocks(blocks: number): number {
  let step = 1;
  while (Math.ceil(step) < blocks) step *= ladderFactor;
  return Math.ceil(step);
}
