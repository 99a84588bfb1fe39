/** How an entry of an access log names the previous one. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { canonicalJson } from './canonicalJson.ts';

/** The hash by which the next entry names this one. */
export const entryHash = (entry: AccessEntry): string =>
  bytesToHex(sha256(utf8ToBytes(`cloakroom access log entry\n${canonicalJson(entry)}`)));
