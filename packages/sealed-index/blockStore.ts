/** Where sealed segments are kept, as the index sees it: whoever keeps them learns ids and labels only. */

export type BlockRequest = {
  segment: Uint8Array;
  /** 8 bytes each, joined. */
  labels: Uint8Array;
};

export type BlockStore = {
  /** The sealed headers of these segments, in the order asked. */
  headers(ids: readonly Uint8Array[]): Promise<readonly Uint8Array[]>;
  /** For each request its sealed blocks, joined, in the order of its labels. */
  blocks(requests: readonly BlockRequest[]): Promise<readonly Uint8Array[]>;
};
