/** Guards of the service's plugins, the shared server code and the proxy, each with the tests that fail without it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mutant } from './mutants.ts';

/** A guard that is switched off, and the test files of which at least one has to fail. */
export type TestedMutant = Mutant & { tests: string[] };

type Row = [guard: string, file: string, cut: string, put: string, ...tests: string[]];

const csrf = 'tests/service/plugins/session.test.ts';
const credentials = 'tests/service/plugins/credentials.test.ts';
const pages = 'tests/proxy/routes/guard.test.ts';
const lists = 'tests/proxy/search/manifestGuards.test.ts';
const definitions = 'tests/law/movedBounds.test.ts';
const widerDefinitions = 'tests/law/widerBounds.test.ts';
const packed = 'tests/proxy/compaction/packedRecords.test.ts';
const groups = 'tests/service/modules/segments/recordGroups.test.ts';
const stores = 'tests/service/store/contract.test.ts';
const objects = 'tests/service/store/objects.test.ts';
const retention = 'tests/service/store/retention.test.ts';
const ownership = 'tests/service/store/ownership.test.ts';
const trees = 'tests/service/modules/segments/manifestTrees.test.ts';
const parts = 'tests/service/store/partObjects.test.ts';
const tokens = 'tests/service/modules/apiTokens/apiTokens.test.ts';
const tokenScopes = 'tests/service/modules/apiTokens/scope.test.ts';
const proxyTokens = 'tests/proxy/routes/apiTokens.test.ts';
const lyingAccounts = 'tests/proxy/origin/lyingAboutAccounts.test.ts';
const accounts = 'tests/service/modules/serviceAccounts/serviceAccounts.test.ts';
const addedFields = 'tests/service/modules/schemas/addedFields.test.ts';
const signers = 'tests/proxy/definitions/signers.test.ts';

// prettier-ignore
const rows: Row[] = [
  ['tokens of a closed account', 'packages/service/plugins/token.ts', 'person?.isActive && ', 'person && ', credentials],
  ['tokens of a former password', 'packages/service/plugins/token.ts', ' && claims.state === accountState(config, person)', '', credentials],
  ['the kind of a token', 'packages/service/plugins/token.ts', ' || !kinds.includes(claims.kind as TokenKind)', '', credentials],
  ['sessions of a closed account', 'packages/service/plugins/session.ts', '!row?.user.isActive', '!row', csrf],
  ['Basic of a closed account or a former password', 'packages/service/plugins/basic.ts', 'current?.isActive && current.passwordHash === verifiedPerson.passwordHash', 'current', credentials],
  ['the CSRF token of the service', 'packages/service/plugins/authentication.ts', '  requireCsrfToken(deps.config, request, session);', '', csrf],
  ['the origin of a call of the service', 'packages/service/plugins/csrf.ts', 'if (isForeign) throw', 'if (false) throw', csrf],
  ['the limit of guesses', 'packages/service/plugins/rateLimit.ts', 'if (above) throw', 'if (false) throw', 'tests/service/plugins/rateLimit.test.ts'],
  ['whom a page belongs to', 'packages/server-kit/expectedUser.ts', 'expected === undefined || expected === signedIn.id', 'true', 'tests/proxy/routes/expectedUser.test.ts'],
  ['whom a page belongs to, at the proxy', 'packages/proxy/routes/serve.ts', '  requireExpectedUser(request, { id: caller.user, email: caller.email });', '', 'tests/proxy/routes/expectedUser.test.ts'],
  ['the Host of a call of the proxy', 'packages/proxy/routes/guard.ts', 'if (!address) throw', 'if (false) throw', pages],
  ['plain text on a network', 'packages/proxy/gateway/listenProblem.ts', 'if (tls === undefined)', 'if (false)', 'tests/proxy/gateway/settings.test.ts'],
  ['the CSRF token of the proxy', 'packages/proxy/routes/serve.ts', '  request.server.sessions.requireCsrf(request);', '', pages],
  ['the MAC of a list of segments', 'packages/sealed-index/manifest.ts', 'mac.length === expected.length && timingSafeEqual(mac, expected)', 'true', 'tests/sealed-index/manifest.test.ts'],
  ['the schema of a list of segments', 'packages/proxy/search/manifests.ts', 'answer.schema !== schema', 'false', lists],
  ['the hash of a part of a list of segments', 'packages/proxy/search/fetchParts.ts', 'partHash(bytes) !== parts[at]', 'false', 'tests/proxy/search/manifestParts.test.ts'],
  ['the hash of a part in an object', 'packages/service/store/partReading.ts', ' || !isPart(hash, bytes)', '', parts],
  ['parts that are neither sent nor stored', 'packages/service/modules/segments/manifestParts.ts', 'if (missing !== undefined) throw', 'if (false) throw', 'tests/service/store/parts.test.ts'],
  ['requireSchemaAdmin in packages/service/modules/schemas/routes.ts', 'packages/service/modules/schemas/routes.ts', 'if (newParts) await requireSchemaAdmin(database, userOf(request), params.id);', '', parts],
  ['whose parts are written with new keys', 'packages/service/modules/schemas/routes.ts', 'requireSharing(seen.schema, seen.permissions);', '', parts],
  ['the counts of a part that is published', 'packages/service/modules/segments/manifestDiff.ts', "size('segments') !== segments || size('records') !== records", 'false', trees],
  ['which records a next list may name', 'packages/service/modules/segments/publish.ts', '!containsSpans(available, added)', 'false', 'tests/service/modules/segments/manifests.test.ts'],
  ['which records are published', 'packages/service/modules/records/routes.ts', '!containsSpans(await publishedAmong(source, schema, requested), spansOf(requested))', 'false', trees],
  ['two lists of one version', 'packages/proxy/epochs/admission.ts', 'version === before.version && manifest.mac !== before.mac', 'false', lists],
  ['an older list', 'packages/proxy/epochs/admission.ts', 'version < before.version', 'false', 'tests/proxy/epochs/forged.test.ts'],
  ['the signature of an epoch', 'packages/proxy/epochs/admission.ts', '!isSigned(schema, epoch)', 'false', 'tests/proxy/epochs/forged.test.ts'],
  ['the header of a segment', 'packages/sealed-index/segmentCache.ts', ' || headerHash(sealed) !== ref.header_hash', '', 'tests/sealed-index/tampering.test.ts'],
  ['the signed definition', 'packages/proxy/definitions/admission.ts', 'definition && definition.digest !== shown.digest', 'false', definitions],
  ['the definition that was seen', 'packages/proxy/definitions/admission.ts', 'known && known.digest !== shown.digest && epoch <= known.epoch', 'false', definitions],
  ['the signature of a change of the definition', 'packages/proxy/definitions/admission.ts', ' || !isSignedChange(schema, definition.digest, change)', '', definitions],
  ['who changes a definition', 'packages/proxy/definitions/admission.ts', 'keyring && !isTrusted(keyring, change.signer)', 'false', definitions],
  ['whether the access log lets a person change a definition', 'packages/proxy/definitions/admission.ts', '(await isOwnerByLog(logs, keyring.user, schema, change.signer.user)) === false', 'false', signers],
  ['changes of a definition that every other proxy would refuse', 'packages/proxy/definitions/signer.ts', '(await isOwnerByLog(logs, caller.user, schema.id, caller.user)) === false', 'false', signers],
  ['which definitions records allow', 'packages/proxy/definitions/admission.ts', 'return greatestKind(compareFields(known.fields, fields)) !== \'refused\';', 'return true;', definitions],
  ['a change of the definition that was replaced', 'packages/proxy/definitions/admission.ts', 'change.version <= (known.version ?? 0)', 'false', widerDefinitions],
  ['an index of the former definition', 'packages/service/modules/segments/publish.ts', 'retired.length < segmentCount(present)', 'false', 'tests/service/modules/schemas/definition.test.ts'],
  ['a definition that records forbid', 'packages/service/modules/schemas/changeSchema.ts', "if (kind === 'refused') throw", "if (kind === undefined) throw", 'tests/service/modules/schemas/definition.test.ts'],
  ['which generation has an added field', 'packages/service/modules/schemas/rotation.ts', 'isDeepStrictEqual({ ...next.definition.added }, expected)', 'true', addedFields],
  ['who adds fields', 'packages/service/modules/schemas/routes.ts', 'if (body.schema) await requireAdmin(', 'if (false) await requireAdmin(', addedFields],
  ['fields that are added without new keys', 'packages/service/modules/schemas/changeSchema.ts', "if (kind === 'rekey')", 'if (false)', addedFields],
  ['which fields the records of a generation have', 'packages/proxy/search/recordGroups.ts', 'return ([upload]) => fieldsOf(upload).length;', 'return () => fields.length;', 'tests/proxy/definitions/addedFields.test.ts'],
  ['a change of the definition under records', 'packages/proxy/definitions/admission.ts', 'seen[upload]!.records > 0', 'false', definitions],
  ['the fields of a packed record', 'packages/proxy/recordFields.ts', '    requireFieldSet(fieldSetsOf(generation), record, present, names);\n', '', packed],
  ['the fields of a record of a group', 'packages/proxy/recordFields.ts', 'if (present.length === names.length) return;', 'return;', 'tests/law/lostFields.test.ts'],
  ['the position of a value in its group', 'packages/proxy/decryptRecords.ts', ' || !isOwn', '', 'tests/law/lostFields.test.ts'],
  ['which sealed values are withheld', 'packages/service/modules/schemas/sealedFields.ts', 'withheld.has(name) ? [number] : []', '[]', 'tests/service/modules/records/withholding.test.ts'],
  ['the id of a new team or grant', 'packages/proxy/accessLog/changes.ts', '  if (!known) return change;', '  return change;', 'tests/proxy/accessLog/signingPlans.test.ts'],
  ['which groups are published', 'packages/service/modules/records/groups.ts', 'if (!keys.every(', 'if (false && !keys.every(', groups],
  ['the bytes of a group that is replaced', 'packages/service/modules/segments/staleGroups.ts', 'if (sha256(stored) !== change.replaces) throw changed();', '', groups],
  ['whose blocks they are', 'packages/service/store/postgresBytes.ts', "${segments.schema} = ${sql.placeholder('schema')} and ", '', stores],
  ['whose objects with blocks they are', 'packages/service/store/objectRows.ts', "where ${segments.schema} = ${sql.placeholder('schema')}", 'where true', stores],
  ['groups that objects have already', 'packages/service/store/postgresBytes.ts', 'if (taken) throw recordsTaken();', '', stores],
  ['the database that a store belongs to', 'packages/service/store/objectStores.ts', 'if (marker !== undefined && !(await isEmpty(store)))', 'if (false)', objects],
  ['the owner of a store, for removed objects', 'packages/service/store/maintenance.ts', 'and(isDue, inArray(storedObjects.store, owned))', 'isDue', ownership],
  ['the owner of a store, for deleted schemas', 'packages/service/store/maintenance.ts', 'if (!(await isOwned())) return true;', '', ownership],
  ['the owner of a store, while it is swept', 'packages/service/store/maintenance.ts', 'if (orphans.length === 0 || !(await isOwned())) return 0;', '', ownership],
  ['the owner of a store, for new objects', 'packages/service/store/objectWriter.ts', 'if (!(await isOwned())) throw', 'if (false) throw', ownership],
  ['the owner of a store, at the start', 'packages/service/store/objectStores.ts', 'if (own.token !== marker?.token)', 'if (false)', ownership],
  ['the token of a store’s owner', 'packages/service/store/objectStores.ts', 'marker.token === row?.token', 'true', ownership],
  ['the stores of a restored database', 'packages/service/backup/restore.ts', 'await disownStores(client)', '[]', ownership],
  ['the digest of an object that is moved', 'packages/service/store/moveObjects.ts', 'if (!copy.digest.equals(object.digest)) {', 'if (false) {', objects],
  ['the age of an orphan', 'packages/service/store/maintenance.ts', 'modified.getTime() > youngest || ', '', objects],
  ['the retention of an orphan', 'packages/service/store/maintenance.ts', 'Math.max(orphanAgeMs, retentionMs)', 'orphanAgeMs', retention],
  ['the retention of a removed object', 'packages/service/store/maintenance.ts', 'lte(storedObjects.removed, removedUntil(retentionMs))', 'isNotNull(storedObjects.removed)', retention],
  ['the retention of a deleted schema', 'packages/service/store/maintenance.ts', 'const until = removedUntil(retentionMs);', 'const until = removedUntil(0);', retention],
  ['a disk that is not mounted', 'packages/service/store/folderStore.ts', "if (!found) throw new StoreUnavailable('its folder is gone. Mount its disk');", '', 'tests/service/store/folderStore.test.ts'],
  ['later deletions from a group that is replaced', 'packages/service/modules/segments/staleGroups.ts', ' || stale.version > change.version', '', groups],
  ['the fields of records in a merged segment', 'packages/sealed-index/compaction/chooseCompaction.ts', '      last.field_sets === entry.field_sets &&\n', '', 'tests/sealed-index/compaction/chooseCompaction.test.ts'],
  ['the format of records in a merged segment', 'packages/sealed-index/compaction/chooseCompaction.ts', ' &&\n      last.group_records === entry.group_records', '', 'tests/sealed-index/compaction/chooseCompaction.test.ts'],
  ['who may decrypt', 'packages/proxy/decryptRecords.ts', "if (!fields.some(mayRead)) throw forbidden('You do not", "if (false) throw forbidden('You do not", 'tests/law/proxyRights.test.ts'],
  ['who may delete records', 'packages/proxy/routes/deletion.ts', 'if (!mayDeleteRecords(caller, schema.permissions))', 'if (false)', 'tests/law/proxyRights.test.ts'],
  ['who may change records', 'packages/proxy/routes/recordChanges.ts', 'if (!mayDeleteRecords(caller, schema.permissions))', 'if (false)', 'tests/law/proxyRights.test.ts'],
  ['a change of another version than named', 'packages/proxy/routes/recordChanges.ts', "if (!tags.includes('*') && !tags.includes(recordTag(record))) throw otherVersion();", '', 'tests/proxy/routes/recordChanges.test.ts'],
  ['a change of a version that was replaced meanwhile', 'packages/proxy/upload/replacement.ts', 'if (expected && (expected.upload !== place.upload || expected.number !== place.number))', 'if (false)', 'tests/proxy/routes/recordChanges.test.ts'],
  ['the record of an idempotency key', 'packages/proxy/upload/uploadReceiver.ts', 'if (first.record !== incoming.replaces?.id)', 'if (false)', 'tests/proxy/routes/recordChanges.test.ts'],
  ['a new version under another id', 'packages/service/modules/segments/recordVersions.ts', 'if (!containsSpans(removed, spansAt(versions.removed)) || !containsSpans(added, spansAt(versions.added)))', 'if (false)', 'tests/service/modules/segments/recordVersions.test.ts'],
  ['two versions of a record at once', 'packages/service/modules/segments/recordVersions.ts', 'if (new Set(next.map(({ key }) => keyName(key))).size < next.length)', 'if (false)', 'tests/service/modules/segments/recordVersions.test.ts'],
  ['a new version beside the former one', 'packages/service/modules/segments/recordVersions.ts', 'if (!containsSpans(removed, replaced))', 'if (false)', 'tests/service/modules/segments/recordVersions.test.ts'],
  ['the order of new versions', 'packages/service/modules/segments/manifestChange.ts', 'if (ordinals.some((ordinal, at) => ordinal >= entry.records || ordinal <= (ordinals[at - 1] ?? -1)))', 'if (false)', 'tests/service/modules/segments/recordVersions.test.ts'],
  ['who may see and delete uploads', 'packages/proxy/routes/uploads.ts', 'if (!mayDeleteRecords(caller, own.schema.permissions))', 'if (false)', 'tests/law/proxyRights.test.ts'],
  ['who may upload', 'packages/proxy/routes/jobs.ts', 'throw forbidden(`You do not', 'void forbidden(`You do not', 'tests/law/proxyRights.test.ts'],
  ['who may ingest', 'packages/proxy/routes/plainRecords.ts', "throw forbidden('You do not have permission to upload records.')", "void forbidden('You do not have permission to upload records.')", 'tests/law/proxyRights.test.ts'],
  ['refusal 1 of packages/service/modules/mail/outboxRoutes.ts', 'packages/service/modules/mail/outboxRoutes.ts', 'throw forbidden(', 'void forbidden(', 'tests/service/modules/mail/mail.test.ts'],
  ['refusal 1 of packages/service/modules/organizations/routes.ts', 'packages/service/modules/organizations/routes.ts', 'throw forbidden(', 'void forbidden(', 'tests/service/modules/organizations/invitedPeople.test.ts'],
  ['refusal 1 of packages/service/modules/segments/epoch.ts', 'packages/service/modules/segments/epoch.ts', 'throw forbidden(', 'void forbidden(', 'tests/service/modules/segments/epoch.test.ts'],
  // It is called before the bytes are copied and again when the id is claimed: the test covers both.
  ['requireOwnUpload in packages/service/modules/segments/store.ts', 'packages/service/modules/segments/store.ts', 'if (isTaken)', 'if (false)', 'tests/service/modules/segments/routes.test.ts'],
  ['the calls of an API token', 'packages/service/plugins/access.ts', 'if (person.token) requireTokenVerb', 'if (false) requireTokenVerb', tokenScopes],
  ['the calls of an API token, at the proxy', 'packages/proxy/routes/serve.ts', 'if (caller.token) requireTokenVerb', 'if (false) requireTokenVerb', 'tests/law/apiTokens.test.ts'],
  ['the verb of a publication with an API token', 'packages/service/modules/segments/publicationVerbs.ts', 'if (!token || !published) return;', 'return;', tokenScopes],
  ['the datasets of an API token, for schemas', 'packages/service/modules/schemas/policy.ts', ' || !reachesDataset(user, first.schema)', '', tokenScopes],
  ['the datasets of an API token, for lists of schemas', 'packages/service/modules/schemas/repository.ts', '    reachedDatasets(user, schemas),\n', '', tokenScopes],
  ['the datasets of an API token', 'packages/service/modules/datasets/policy.ts', '        reachedDatasets(user, { organization: datasets.organization, dataset: datasets.id }),\n', '', tokenScopes],
  ['the datasets of an API token, by slug', 'packages/service/modules/datasets/routes.ts', ' || !reachesDataset(userOf(request), { organization, dataset: dataset.id })', '', tokenScopes],
  ['the datasets of an API token, for lists of datasets', 'packages/service/modules/datasets/repository.ts', '    reachedDatasets(user, { organization: datasets.organization, dataset: datasets.id }),\n', '', tokenScopes],
  ['the organization of an API token', 'packages/service/modules/organizations/policy.ts', ' || !reachesOrganization(user, organization)', '', tokens],
  ['the organization of an API token, for lists of organizations', 'packages/service/modules/users/repository.ts', ' && reachesOrganization(caller, id)', '', tokens],
  ['own segments of a person with an API token', 'packages/service/modules/segments/routes.ts', '    else if (user.token) await requireUpload(database, user, query.schema);\n', '', tokenScopes],
  ['whose API tokens they are', 'packages/service/modules/apiTokens/repository.ts', 'isNull(apiTokens.revoked), isVisible', 'isNull(apiTokens.revoked)', 'tests/service/matrix.test.ts'],
  ['who lists the API tokens of an organization', 'packages/service/modules/apiTokens/routes.ts', '    if (organization !== undefined) await requireAdmin(database, user, organization);\n', '', 'tests/service/matrix.test.ts'],
  ['revoked API tokens', 'packages/service/plugins/apiToken.ts', 'if (revoked)', 'if (false)', tokens],
  ['expired API tokens', 'packages/service/plugins/apiToken.ts', 'if (expires.getTime() <= clock())', 'if (false)', tokens],
  ['API tokens of a closed account', 'packages/service/plugins/apiToken.ts', 'if (!user.isActive)', 'if (false)', tokens],
  ['the keyring that an API token uses', 'packages/proxy/sessions/keyringAccess.ts', 'return noted !== null && noted.custodian === present?.custodian;', 'return true;', proxyTokens],
  ['the custodian of a service account’s keyring', 'packages/proxy/sessions/keyringAccess.ts', 'return noted !== null && noted.custodian === present?.custodian;', 'return noted !== null;', lyingAccounts],
  ['who becomes the custodian of a service account’s keyring', 'packages/proxy/sessions/keyringAccess.ts', "if (known ? known.custodian !== custodian : presence !== 'none') return false;", '', lyingAccounts],
  ['who names themselves the custodian', 'packages/proxy/routes/apiTokens.ts', 'access.isKnown(caller)', 'true', lyingAccounts],
  ['the token that begins a keyring', 'packages/proxy/sessions/keyringAccess.ts', 'return custodian !== undefined && custodian ===', 'return custodian ===', proxyTokens],
  ['new keys by an API token', 'packages/proxy/routes/keyring.ts', 'if (caller.token) await access.require(caller);', '', 'tests/proxy/sharing/serviceAccounts.test.ts'],
  ['the calls that only service accounts make with a token', 'packages/server-kit/apiTokens.ts', 'if (isServiceAccount && call?.openToServiceAccounts) return;', 'if (call?.openToServiceAccounts) return;', accounts],
  ['the datasets of an API token, for sealed keys', 'packages/service/modules/materials/repository.ts', 'reachedDatasets(recipient, schemas), ', '', 'tests/proxy/sharing/serviceAccounts.test.ts'],
  ['whose service account it is', 'packages/service/modules/serviceAccounts/repository.ts', ', inArray(organizationUsers.organization, ownOrganizations)', '', 'tests/service/matrix.test.ts'],
  ['the organization of a service account that gets a token', 'packages/service/modules/apiTokens/routes.ts', 'if (found.member.organization !== organization)', 'if (false)', accounts],
  ['service accounts as admins', 'packages/service/modules/organizations/routes.ts', 'if (user.isServiceAccount) throw', 'if (false) throw', accounts],
  ['mail and sign-in of service accounts', 'packages/service/modules/accounts/repository.ts', ', eq(users.isServiceAccount, false)', '', accounts],
  ['the end of a service account', 'packages/service/modules/organizations/leaving.ts', 'if (user.isServiceAccount)', 'if (false)', accounts],
  ['API tokens while the service is away', 'packages/proxy/callers.ts', 'if (tokenKeyOf(credentials) !== undefined) return;', '', proxyTokens],
  ['the credentials of a job of an API token', 'packages/proxy/upload/callUntilAnswered.ts', 'if (jobContext.token !== undefined) throw error;', '', proxyTokens],
  ['the jobs of an API token', 'packages/proxy/upload/jobRegistry.ts', '(owner.token === undefined || job.token === owner.token)', 'true', proxyTokens],
  ['who may change keys', 'packages/proxy/rotation.ts', 'if (!schema.permissions.can_share_keys)', 'if (false)', 'tests/law/proxyRights.test.ts'],
  ['the order of a view’s versions', 'packages/service/modules/savedViews/repository.ts', 'if (version !== (present?.version ?? 0) + 1) throw otherVersion();', '', 'tests/service/modules/savedViews/routes.test.ts'],
  ['who may delete a view', 'packages/service/modules/savedViews/routes.ts', 'if (view?.creator !== user.id) await requireAdmin(', 'if (false) await requireAdmin(', 'tests/service/modules/savedViews/routes.test.ts'],
  ['the keys that seal a view', 'packages/service/modules/savedViews/routes.ts', 'if (body.generation !== locked.generation)', 'if (false)', 'tests/service/modules/savedViews/routes.test.ts'],
  ['the place that a view is sealed for', 'packages/proxy/savedViews/sealedView.ts', "canonical('saved view', schema, id, version, generation)", "canonical('saved view')", 'tests/proxy/routes/savedViews.test.ts'],
];

/** All of these guards. @throws {Error} if the code of a guard was moved or removed. */
export const testedMutants = (): Promise<TestedMutant[]> =>
  Promise.all(
    rows.map(async ([guard, file, cut, put, ...tests]) => {
      const text = await readFile(join(process.cwd(), file), 'utf8');
      if (!text.includes(cut))
        throw new Error(`${file} no longer has "${cut}": ${guard} is guarded elsewhere.`);
      return { guard, file, cut, put, at: 0, tests };
    }),
  );
