/** The error of an index that is not what was sealed. */

/** A header or block is missing, or was changed, moved or replayed. Nothing was concluded from it. */
export class IndexRefused extends Error {
  override readonly name = 'IndexRefused';
  /** The segment's id in hex. */
  readonly segment: string;
  readonly block: number | 'header' | 'missing';

  /** The format of a header that another version of this program sealed; such a segment is not damaged. */
  readonly format: number | undefined;

  /** @param block - the block's number, or `missing` for a block that the service doesn't have. */
  constructor(segment: Uint8Array, block: number | 'header' | 'missing', format?: number) {
    const id = Buffer.from(segment).toString('hex');
    const part = block === 'header' ? 'The header' : block === 'missing' ? 'A block' : `Block ${block}`;
    super(
      format !== undefined
        ? `Index segment ${id} was sealed in format ${format} of the index, which this version does not read.`
        : `${part} of index segment ${id} is missing or is not what was sealed, so the search was refused. ` +
            'Search again; if it stays so, tell the operator of the service: what it stores is not what was uploaded.',
    );
    this.segment = id;
    this.block = block;
    this.format = format;
  }
}
