/** The error of an index that is not what was sealed. */

/** A header or block is missing, or was changed, moved or replayed. Nothing was concluded from it. */
export class IndexRefused extends Error {
  override readonly name = 'IndexRefused';
  /** The segment's id in hex. */
  readonly segment: string;
  readonly block: number | 'header' | 'missing';

  /** @param block - the block's number, or `missing` for a block that the service doesn't have. */
  constructor(segment: Uint8Array, block: number | 'header' | 'missing') {
    const id = Buffer.from(segment).toString('hex');
    const part = block === 'header' ? 'The header' : block === 'missing' ? 'A block' : `Block ${block}`;
    super(
      `${part} of index segment ${id} is missing or is not what was sealed, so the search was refused. ` +
        'Search again; if it stays so, tell whoever runs the service: what it stores is not what was uploaded.',
    );
    this.segment = id;
    this.block = block;
  }
}
