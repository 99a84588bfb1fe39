/** Divides the memory that a proxy may use among its caches and threads. */
import { availableParallelism } from 'node:os';

export const bytesPerMegabyte = 2 ** 20;

/** Each thread reads the whole body: with more threads, most of the work would be reading. */
const maxSealThreads = 4;

/** What the program takes without its caches and threads: the code, its heap, merges and the bodies of running calls, in megabytes. */
const programMegabytes = 256;
/** What a thread takes while it seals, in megabytes. */
const sealThreadMegabytes = 96;
/** Decoded manifest parts take a multiple of the memory of their bytes. */
const decodedPartFactor = 3;

/** The defaults without a budget. With one, those for groups and parts are also the maximum. */
export const defaultGroupMegabytes = 32;
export const defaultPartMegabytes = 48;
export const defaultIndexMegabytes = 256;
export const minIndexMegabytes = 16;
/** Enough for the program, one thread, and caches of 64 MB. */
export const minMemoryMegabytes = programMegabytes + sealThreadMegabytes + 64;

/** Limits of what a proxy holds in memory. */
export type MemoryLimits = {
  /** Of decrypted blocks of indexes. */
  indexCacheBytes: number;
  /** Of sealed groups of records. */
  groupCacheBytes: number;
  /** Of the bytes of parts of manifests. */
  partCacheBytes: number;
  /** Threads that seal uploads. */
  sealThreads: number;
};

/** As many threads as cores, up to a limit. */
export const defaultSealThreads = (cores = availableParallelism()): number => Math.min(maxSealThreads, cores);

/**
 * The limits within a budget. A quarter of it at most goes to threads. Of what is left beside the program, an eighth goes to
 * parts of manifests and an eighth to groups, up to their usual limits; the rest is for the index.
 * @param budgetMegabytes - for the whole program; without it the limits are the usual ones.
 * @param indexMegabytes - the limit of the index without a budget.
 */
export function memoryLimits(
  budgetMegabytes: number | undefined,
  indexMegabytes: number,
  cores = availableParallelism(),
): MemoryLimits {
  const maxThreads = defaultSealThreads(cores);
  if (budgetMegabytes === undefined)
    return inBytes(indexMegabytes, defaultGroupMegabytes, defaultPartMegabytes, maxThreads);
  const affordable = Math.floor(budgetMegabytes / 4 / sealThreadMegabytes);
  const sealThreads = Math.max(1, Math.min(maxThreads, affordable));
  const caches = budgetMegabytes - programMegabytes - sealThreads * sealThreadMegabytes;
  const groups = Math.min(defaultGroupMegabytes, caches / 8);
  const parts = Math.min(defaultPartMegabytes * decodedPartFactor, caches / 8);
  return inBytes(caches - groups - parts, groups, parts / decodedPartFactor, sealThreads);
}

const inBytes = (index: number, groups: number, parts: number, sealThreads: number): MemoryLimits => ({
  indexCacheBytes: Math.floor(index * bytesPerMegabyte),
  groupCacheBytes: Math.floor(groups * bytesPerMegabyte),
  partCacheBytes: Math.floor(parts * bytesPerMegabyte),
  sealThreads,
});
