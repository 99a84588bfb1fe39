/** Sealed segments in memory, as the service stores them, with a log of the requests. */
import { blockBytes, labelBytes } from '@cloakroom/contract/segments.ts';
import type { BlockRequest, BlockStore } from '@cloakroom/sealed-index/segmentCache.ts';
import type { SealedSegment } from '@cloakroom/sealed-index/segment.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Every stored part is a plain map entry, so that a test can tamper with it. */
export class MemoryStore implements BlockStore {
  readonly storedHeaders = new Map<string, Uint8Array>();
  /** Keys are the segment id, a colon and the label, both in hex. */
  readonly storedBlocks = new Map<string, Uint8Array>();
  /** Each entry is one round trip for blocks. */
  readonly blockRequests: BlockRequest[][] = [];

  add({ id, header, labels, blocks }: SealedSegment): void {
    this.storedHeaders.set(hex(id), header);
    for (let i = 0; i < labels.length / labelBytes; i++) {
      const label = labels.subarray(i * labelBytes, (i + 1) * labelBytes);
      this.storedBlocks.set(
        `${hex(id)}:${hex(label)}`,
        blocks.subarray(i * blockBytes, (i + 1) * blockBytes),
      );
    }
  }

  async headers(ids: readonly Uint8Array[]): Promise<Uint8Array[]> {
    return ids.flatMap((id) => this.storedHeaders.get(hex(id)) ?? []);
  }

  async blocks(requests: readonly BlockRequest[]): Promise<Uint8Array[]> {
    this.blockRequests.push([...requests]);
    return requests.map(({ segment, labels }) => {
      const names = Array.from({ length: labels.length / labelBytes }, (_, i) =>
        hex(labels.subarray(i * labelBytes, (i + 1) * labelBytes)),
      );
      return Buffer.concat(names.flatMap((label) => this.storedBlocks.get(`${hex(segment)}:${label}`) ?? []));
    });
  }
}
