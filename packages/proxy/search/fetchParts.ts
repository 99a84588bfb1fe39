/** Fetches the parts of a manifest and verifies them by their names. */
import { maxPartsPerCall, readManifestParts } from '@cloakroom/contract/manifestParts.ts';
import { partHash } from '@cloakroom/sealed-index/manifestTree.ts';
import { decodeByteList } from '@cloakroom/wire/byteList.ts';
import { PartRefused } from '@cloakroom/wire/manifestParts.ts';
import type { Credentials } from '../credentials.ts';
import type { Upstream } from '../upstream.ts';

/** Whose parts are read. */
export type PartSource = { credentials: Credentials; schema: string; signal?: AbortSignal };

/**
 * Parts by their hashes, in as few calls as possible.
 * @throws {PartRefused} for bytes of another hash. {HttpProblem} the service's refusal, 404 for a missing part.
 */
export async function fetchParts(
  upstream: Upstream,
  { credentials, schema, signal }: PartSource,
  hashes: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (let from = 0; from < hashes.length;) {
    const parts = hashes.slice(from, from + maxPartsPerCall);
    const answer = await upstream.call(readManifestParts, {
      credentials,
      params: { schema },
      body: { parts },
      ...(signal && { signal }),
    });
    const some = splitAnswer(answer);
    if (some.length === 0 || some.length > parts.length) throw otherParts();
    for (const [at, bytes] of some.entries()) {
      if (partHash(bytes) !== parts[at]) throw otherParts();
      found.set(parts[at], bytes);
    }
    from += some.length;
  }
  return found;
}

const otherParts = () => new PartRefused('The service answered with manifest parts that were not requested.');

/** The parts of an answer, which may have only the first of the requested ones. */
function splitAnswer(answer: Uint8Array): Uint8Array[] {
  try {
    return decodeByteList(answer);
  } catch {
    throw otherParts();
  }
}
