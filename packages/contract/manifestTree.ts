/** The tree of a long manifest: nodes named by their hashes, so that a change rewrites only a few of them. */
import { z } from 'zod';
import { hex } from './text.ts';

/** SHA-256 of a part's bytes. */
export const PartHash = hex(32);

/** A node of the tree, and what is beneath it. */
export const NodeRef = z.strictObject({
  part: PartHash,
  /** Segments beneath it. */
  segments: z.number().int().min(1),
  /** Their records without the deleted ones. */
  records: z.number().int().min(1),
});
export type NodeRef = z.infer<typeof NodeRef>;

/** The largest number of references in a node, and of entries in a leaf. */
export const maxNodeItems = 1_024;

/** Nodes of the same level in the order of the segments. */
export const NodeRefs = z.array(NodeRef).min(1).max(maxNodeItems);

/** The top of the tree, which is signed. */
export const ManifestTree = z.strictObject({
  /** The level of the nodes that it names: 1 for leaves, which list segments. */
  level: z.number().int().min(1).max(8),
  nodes: NodeRefs,
});
export type ManifestTree = z.infer<typeof ManifestTree>;
