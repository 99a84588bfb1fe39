/** Names the state of a schema, so that a proxy can ask whether it is unchanged. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { canonicalJson } from './canonicalJson.ts';

/** SHA-256 of the canonical JSON of a schema as its caller sees it, permissions included, in hex. */
export const schemaDigest = (schema: Schema): string =>
  bytesToHex(sha256(new TextEncoder().encode(canonicalJson(schema))));
