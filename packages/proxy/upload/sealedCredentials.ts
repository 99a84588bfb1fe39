/** The uploader's credentials on disk: sealed, so that a copy of the spool signs in nowhere. */
import { Credentials } from '../credentials.ts';
import { openBytes, sealBytes } from '@cloakroom/sealed-index/crypto/aead.ts';
import { canonical } from '@cloakroom/sealed-index/crypto/derive.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { StoredJob } from './storedJob.ts';

const associatedDataOf = (job: string) => canonical('spool credentials', job);

/** Seals credentials for one job, as base64. */
export const sealCredentials = (keyring: Keyring, job: string, credentials: Credentials): string =>
  sealBytes(keyring.spoolKey(job), associatedDataOf(job), Buffer.from(JSON.stringify(credentials))).toString(
    'base64',
  );

/** A job's credentials; none, which makes it wait for its owner, when this keyring cannot open them. */
export function openCredentials(keyring: Keyring, { id, credentials }: StoredJob): Credentials {
  const sealed = Buffer.from(credentials, 'base64');
  for (const key of keyring.spoolKeys(id)) {
    const message = openBytes(key, associatedDataOf(id), sealed);
    if (message) return Credentials.parse(JSON.parse(message.toString()));
  }
  return {};
}
