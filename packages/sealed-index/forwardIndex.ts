/** A field's forward index: the key of each record. With it, a few records are checked without reading the run. */
import { blockEntriesOf } from './groups.ts';

type KeyArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The array type of the narrowest numbers that fit the greatest value. */
function widthFor(maxValue: number): { new (length: number): KeyArray; readonly BYTES_PER_ELEMENT: number } {
  if (maxValue < 2 ** 8) return Uint8Array;
  if (maxValue < 2 ** 16) return Uint16Array;
  return maxValue < 2 ** 32 ? Uint32Array : Float64Array;
}

type ForwardIndexShape = { records: number; greatest: number };

/** The size of a forward index, from the number of records and the greatest key. */
export const forwardIndexBytes = ({ records, greatest }: ForwardIndexShape): number =>
  records * widthFor(greatest + 1).BYTES_PER_ELEMENT;

export class ForwardIndex {
  /** One more than the key; 0 for a record that has none. */
  readonly #keys: KeyArray;

  /**
   * @param blocks - all blocks of the run, opened.
   * @param width - bytes of an ordinal.
   */
  constructor({ records, greatest }: ForwardIndexShape, blocks: Iterable<Uint8Array>, width: number) {
    this.#keys = new (widthFor(greatest + 1))(records);
    for (const plain of blocks) {
      const { keys, ordinals, count } = blockEntriesOf(plain, width);
      for (let i = 0; i < count; i++) this.#keys[ordinals[i]!] = keys[i]! + 1;
    }
  }

  /** A record's key, -1 if it has none. */
  keyOf(ordinal: number): number {
    return this.#keys[ordinal]! - 1;
  }

  get bytes(): number {
    return this.#keys.byteLength;
  }
}
