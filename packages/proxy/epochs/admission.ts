/** Decides whether a manifest may follow the newest one seen on this machine. */
import type { EpochStatement } from '@cloakroom/contract/epochs.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { unprocessable } from '@cloakroom/server-kit/problem.ts';
import { signingPublicKey } from '../crypto/sign.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Histories } from './histories.ts';
import { gapOf } from './history.ts';
import type { KnownOwners } from './knownOwners.ts';
import { epochOf } from './order.ts';
import { OlderContent, UnknownSigner } from './refusals.ts';
import { isSigned, hasValidMac } from './statement.ts';

/** What is stored of the newest manifest. */
export type SeenPosition = {
  version: number;
  mac: string;
  generation: number;
  epoch?: { number: number; mac: string } | undefined;
};

/** The part of the caller's keyring that decides which signers are trusted. */
export type TrustKeyring = Pick<Keyring, 'user' | 'identity' | 'trusts' | 'queryKey'>;

/** What this machine knows: the content that it has seen, and the owners of schemas. */
export type EpochKnowledge = { histories: Histories; owners: KnownOwners };

/**
 * Admits a manifest whose MAC was verified.
 * @param before - the newest one seen before this one was requested.
 * @param keyring - if undefined, no new epoch is admitted.
 * @throws {OlderContent} if it is older and no statement accepts it; {@link UnknownSigner} if the statement's signer is
 *   unknown; {HttpProblem} 422 for a forged statement, or a second one of a known epoch.
 */
export async function admitManifest(
  { histories, owners }: EpochKnowledge,
  manifest: Manifest,
  before: SeenPosition | undefined,
  keyring: TrustKeyring | undefined,
): Promise<void> {
  const { schema, version, epoch, generation } = manifest;
  const [number, known] = [epochOf(manifest), before?.epoch?.number ?? 0];
  if (epoch && number !== known) requireGenuine(manifest, epoch, keyring);
  if (!before) return;
  const gap = async () => gapOf(await histories.of(schema), manifest, number > known ? epoch : undefined);
  const older = async (what: string) => new OlderContent(manifest, await gap(), what);
  if (number < known) throw await older(`went back from epoch ${known} to ${number}`);
  if (epoch && number > known) {
    // It begins with the content last seen here, so nothing is lost.
    if (epoch.base.mac !== '' && epoch.base.mac === before.mac) return;
    if (!keyring || !(await isKnown(owners, keyring, schema, epoch)))
      throw new UnknownSigner(manifest, epoch, await gap());
    return;
  }
  if (epoch && epoch.mac !== before.epoch?.mac) throw forged(schema, `has two different epochs ${number}`);
  if (generation < before.generation) throw await older('names earlier keys than it had already');
  if (version < before.version) throw await older(`went back from version ${before.version} to ${version}`);
  if (version === before.version && manifest.mac !== before.mac)
    throw await older(`has two different versions ${version}`);
}

/** @throws {HttpProblem} 422 unless the statement belongs to this manifest and its signature and MAC are valid. */
function requireGenuine(
  { schema, version, generation }: Manifest,
  epoch: EpochStatement,
  keyring?: TrustKeyring,
): void {
  if (epoch.base.version >= version || epoch.generation > generation)
    throw forged(schema, 'bears a statement that was made for a later one');
  if (!isSigned(schema, epoch)) throw forged(schema, 'bears a statement that its signer didn’t sign');
  if (keyring && !isByKeyHolder(schema, epoch, keyring))
    throw forged(schema, 'bears a statement that was made without the schema’s key for searching');
}

/** Whether the MAC is valid under one of the keyring's query keys: of several seeds, any may have made the schema's keys. */
function isByKeyHolder(schema: string, epoch: EpochStatement, keyring: TrustKeyring): boolean {
  const fits = (key: Buffer) => hasValidMac(schema, epoch, key);
  return fits(keyring.queryKey(schema, epoch.generation, fits));
}

/** Whether the signer is this person, or an identity that is trusted and known as an owner's. */
async function isKnown(
  owners: KnownOwners,
  keyring: TrustKeyring,
  schema: string,
  { signer }: EpochStatement,
): Promise<boolean> {
  if (!isTrusted(keyring, signer)) return false;
  return signer.user === keyring.user || owners.has(keyring.user, schema, signer.user);
}

/** Whether a signer is this person on this device, or an identity that is trusted to be the named person's. */
export function isTrusted(
  keyring: TrustKeyring,
  { user, signs, receives }: EpochStatement['signer'],
): boolean {
  const { identity } = keyring;
  const isOwnDevice =
    user === keyring.user &&
    identity !== null &&
    signingPublicKey(Buffer.from(identity.signing, 'hex')).toString('hex') === signs;
  return isOwnDevice || keyring.trusts(user, { signs, receives });
}

const forged = (schema: string, what: string) =>
  unprocessable(
    `The list of index segments of schema ${schema} ${what}, so it is not used: records may have been taken away. Tell the operator of the service.`,
  );
