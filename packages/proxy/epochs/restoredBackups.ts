/** Handles restored backups: shows what is missing, accepts older content, and confirms who accepted it. */
import type { EpochStatement, RestoredState } from '@cloakroom/contract/epochs.ts';
import { matchesWords } from '@cloakroom/wire/fingerprint.ts';
import { publishManifest, type Manifest } from '@cloakroom/contract/segments.ts';
import { getSelf } from '@cloakroom/contract/users.ts';
import { conflict, forbidden, HttpProblem } from '@cloakroom/server-kit/problem.ts';
import type { Access } from '../accessLog/access.ts';
import { signManifest } from '@cloakroom/sealed-index/manifest.ts';
import { retryOnConflict } from '../retry.ts';
import type { OwnSchema, Schemas } from '../schemas.ts';
import { definitionIn, manifestContextOf } from '../search/manifestContext.ts';
import type { Manifests } from '../search/manifests.ts';
import { createIdentity, requireSelf } from '../sharing/identity.ts';
import type { UploadedFiles } from '../upload/uploadedFiles.ts';
import type { Upstream } from '../upstream.ts';
import type { Caller } from '../callers.ts';
import type { EpochKnowledge } from './admission.ts';
import { noGap, type Gap } from './history.ts';
import { epochOf } from './order.ts';
import { OlderContent, UnknownSigner, signerWords } from './refusals.ts';
import { signEpoch } from './statement.ts';

type Deps = EpochKnowledge & {
  upstream: Upstream;
  schemas: Pick<Schemas, 'ofAnyGeneration'>;
  manifests: Manifests;
  files: Pick<UploadedFiles, 'completedUploads'>;
  access: Pick<Access, 'signRestored'>;
};

/** The service's manifest, and the result of checking it. */
type CheckedManifest = { state: RestoredState['state']; manifest: Manifest; gap: Gap };

export class RestoredBackups {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Compares a schema's content with what this machine has seen.
   * @throws {HttpProblem} 404 for a schema that the caller may not see, 422 without its newest query key.
   */
  async state(caller: Caller, id: string): Promise<Omit<RestoredState, 'confirm_with'>> {
    const own = await this.#deps.schemas.ofAnyGeneration(caller, id);
    return this.#stateOf(caller, own, await this.#find(caller, own));
  }

  /**
   * Signs a new epoch for the content that the service holds, as the caller. The caller has entered their password or passphrase.
   * @throws {HttpProblem} 403 if the caller may not share the schema's keys, 422 without its newest query key, 409 after too
   *   many conflicts.
   */
  async accept(caller: Caller, id: string, reason: string): Promise<Omit<RestoredState, 'confirm_with'>> {
    const { upstream, schemas } = this.#deps;
    const own = await schemas.ofAnyGeneration(caller, id);
    requireOwner(own);
    // Registers this device's keys again if the restored service has lost them.
    await createIdentity(upstream, own.keyring, caller);
    return retryOnConflict(async () => {
      await this.#publish(caller, own, reason);
      await this.#sign(caller, own);
      return this.state(caller, id);
    });
  }

  /**
   * Accepts the present epoch after the caller has compared the words of its signer's fingerprint.
   * @throws {HttpProblem} 409 for other words, or if there is nothing to confirm.
   */
  async trust(caller: Caller, id: string, words: string): Promise<Omit<RestoredState, 'confirm_with'>> {
    const own = await this.#deps.schemas.ofAnyGeneration(caller, id);
    const { state, manifest } = await this.#find(caller, own);
    const signer = manifest.epoch?.signer;
    if (state !== 'unconfirmed' || !signer || !manifest.epoch)
      throw conflict('No signature waits to be confirmed here. Load the page again.');
    if (!matchesWords(words, signerWords(manifest.epoch)))
      throw conflict(
        `These eight words are not the fingerprint of the identity that signed. If ${signer.name} reads you other words, the signature isn’t theirs: don’t accept it, and tell the operator of the service.`,
      );
    const { user, signs, receives } = signer;
    if (!(await own.keyring.trust(user, { signs, receives }, 'compared')))
      throw conflict(
        `The identity that signed as ${signer.name} is known here as another person’s, so it is not accepted. Tell the operator of the service.`,
      );
    await this.#deps.owners.note(caller.user, id, user);
    return this.state(caller, id);
  }

  async #publish(caller: Caller, own: OwnSchema, reason: string): Promise<void> {
    const { upstream, manifests, histories } = this.#deps;
    const { schema, keyring } = own;
    const { credentials } = caller;
    const self = requireSelf(keyring);
    const context = manifestContextOf(credentials, own);
    const { queryKey } = context;
    const { manifest, gap } = await this.#find(caller, own);
    const { first_name, last_name, email } = await upstream.call(getSelf, { credentials, query: {} });
    const { generation, segments, version, mac } = manifest;
    const seen = await histories.of(schema.id);
    const claim = {
      number: Math.max(epochOf(manifest), seen?.epoch ?? 0, manifests.epoch(schema.id)) + 1,
      base: { version, mac },
      generation,
      reason,
      time: new Date().toISOString(),
      as_of: gap.asOf,
      missing: gap.missing,
      signer: {
        user: caller.user,
        name: `${first_name} ${last_name}`.trim() || email,
        identity: self.id,
        signs: self.signs,
        receives: self.receives,
      },
    };
    const epoch = signEpoch(schema.id, claim, queryKey, self.signingKey);
    const unsigned = {
      ...{ schema: schema.id, generation, version: version + 1, epoch, segments },
      ...definitionIn(manifest, context),
    };
    const next = signManifest(queryKey, unsigned);
    const sent = manifests.sentForm(manifest, next);
    const body = { ...sent.manifest, ...(sent.newParts.length > 0 && { new_parts: sent.newParts }) };
    await upstream.call(publishManifest, { credentials, params: { schema: schema.id }, body });
    await manifests.remember(next, queryKey);
  }

  /** If this device can't sign now, another owner's will. */
  async #sign(caller: Caller, own: OwnSchema): Promise<void> {
    await this.#deps.access.signRestored(caller, own).catch((error: unknown) => {
      if (!(error instanceof HttpProblem) || error.status === 401 || error.status >= 500) throw error;
    });
  }

  async #find(caller: Caller, own: OwnSchema): Promise<CheckedManifest> {
    const { manifests, histories } = this.#deps;
    try {
      const manifest = await manifests.read(manifestContextOf(caller.credentials, own));
      const seen = manifest.epoch && (await histories.of(own.schema.id))?.gap;
      return { state: 'current', manifest, gap: knownGap(seen, manifest.epoch) };
    } catch (error) {
      if (error instanceof OlderContent) return { state: 'older', manifest: error.manifest, gap: error.gap };
      if (!(error instanceof UnknownSigner)) throw error;
      return { state: 'unconfirmed', manifest: error.manifest, gap: error.gap };
    }
  }

  async #stateOf(
    { user }: Caller,
    { schema }: OwnSchema,
    { state, manifest, gap }: CheckedManifest,
  ): Promise<Omit<RestoredState, 'confirm_with'>> {
    const { manifests, files } = this.#deps;
    const uploaded = gap.uploads.length > 0 ? await files.completedUploads(user) : new Map<string, string>();
    const epoch: EpochStatement | null = manifest.epoch ?? null;
    return {
      state,
      epoch,
      missing: gap.missing,
      seen: gap.seen,
      as_of: gap.asOf,
      uploads: gap.uploads.map(({ upload, records, seen }) => ({
        records,
        seen,
        uploaded: uploaded.get(upload) ?? null,
      })),
      earlier_keys: manifest.generation < manifests.generation(schema.id),
      words: state === 'unconfirmed' && epoch ? signerWords(epoch) : [],
      may_accept: schema.permissions.can_share_keys,
    };
  }
}

/** The content missing since the epoch began: as seen by this machine, or else as stated by the signer. */
function knownGap(seen: Gap | undefined, epoch: EpochStatement | undefined): Gap {
  if (!epoch) return noGap;
  if (seen && seen.missing.uploads + seen.missing.returned > 0) return seen;
  return { ...noGap, missing: epoch.missing, asOf: epoch.as_of };
}

function requireOwner({ schema: { name, permissions } }: OwnSchema): void {
  if (!permissions.can_share_keys)
    throw forbidden(
      `Only people who may share the keys of "${name}" can accept older content of it. Ask one of them.`,
    );
}
