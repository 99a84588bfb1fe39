/**
 * If the service shows another definition than the one with which a schema's records were sealed, every call rejects it and
 * names the differences.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedDefinition } from '@cloakroom/contract/definitions.ts';
import { fieldsOf, type JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { signingPair, signingPublicKey } from '@cloakroom/proxy/crypto/sign.ts';
import { signChange } from '@cloakroom/proxy/definitions/signedChange.ts';
import { definitionDigest } from '@cloakroom/proxy/definitions/digest.ts';
import { currentManifest } from '@cloakroom/service/modules/segments/manifests.ts';
import { refusal } from '#tests/proxy/support/lying.ts';
import { definition, rows, startDoses, wider } from './support/doses.ts';

const world = await startDoses();
const { ada, firstSeen, forge, keyringOfOwner, liar, owner, patch } = world;
const schema = await world.schemaOf(definition);
beforeAll(async () => {
  const job = await ada.uploaded(schema.id, JSON.stringify(rows), 'application/json');
  expect(job.status).toBe('complete');
});

type Properties = Record<string, Record<string, unknown>>;
/** Makes the service show other properties of the schema. */
async function showSchema(change: (properties: Properties) => Properties, id = schema.id): Promise<void> {
  await world.outdate(id);
  liar.lie(`GET /api/schemas/${id}/`, (seen: Schema) => ({
    ...seen,
    schema: { ...seen.schema, properties: change(seen.schema.properties as Properties) },
  }));
}
const dose =
  (change: object) =>
  (properties: Properties): Properties => ({ ...properties, dose: { ...properties.dose, ...change } });

const answers = (filters: object[], by = ada, id = schema.id) => world.answers(filters, by, id);

const lies: [what: string, change: (properties: Properties) => Properties, says: string][] = [
  ['minimum 0 → −5', dose({ minimum: -5, maximum: 95 }), 'the minimum of "dose" was 0 and is now −5'],
  ['precision 1 → 0', dose({ precision: 0 }), 'the precision of "dose" was 1 and is now 0'],
  ['maximum 100 → 1000', dose({ maximum: 1000 }), 'the maximum of "dose" was 100 and is now 1000'],
  ['two fields in each other’s place', ({ name, dose, ...rest }) => ({ ...rest, name: dose!, dose: name! }), 'the type of "dose" was "number" and is now "string"'], // prettier-ignore
  ['the allowed values in another order', (all) => ({ ...all, city: { type: 'string', enum: ['Rome', 'Oslo'] } }), 'the list of allowed values of "city" was ["Oslo","Rome"] and is now ["Rome","Oslo"]'], // prettier-ignore
  ['a field removed', ({ city: _, ...rest }) => rest, 'the field "city" is gone'],
  ['a field added', (all) => ({ ...all, age: { type: 'integer', minimum: 0, maximum: 9 } }), 'the field "age" is new'], // prettier-ignore
];

describe.each(lies)('%s', (_, change, says) => {
  test('is rejected with its differences in searches, sums, decryption and deletion', async () => {
    const { records } = await ada.search({ schema: schema.id });
    await showSchema(change);
    for (const answer of [
      await answers([{ label: 'dose', value: '15' }]),
      await answers([{ label: 'dose', value: 'sum()' }]),
      await ada.send('POST', '/api/records/decrypt/', records),
      await ada.send('DELETE', `/api/records/?schema=${schema.id}&id=${records[0]!.id}`),
      await ada.upload(schema.id, '[{"name":"Eve"}]', 'application/json'),
    ]) {
      const detail = await refusal(answer);
      expect(detail).toContain(`The definition of schema "${schema.name}" is not what its owner signed`);
      expect(detail).toContain(says);
    }
    liar.reset();
    expect((await ada.search({ schema: schema.id })).total).toBe(2);
  });

  test('is rejected by a proxy that reads the schema for the first time', async () => {
    await showSchema(change);
    // An added field has no key: its definition has no effect.
    expect(await refusal(await answers([{ label: 'dose', value: '15' }], await firstSeen()))).toMatch(
      /is not what its owner signed|has no keys yet/,
    );
  });
});

test('records that are sealed for another definition are not published, not even by a proxy that reads the schema for the first time', async () => {
  await showSchema(dose({ minimum: -5, maximum: 95 }));
  const job = await (await firstSeen()).uploaded(schema.id, '[{"name":"Eve"}]', 'application/json');
  expect(job).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('is not what its owner signed') as string,
  });
  liar.reset();
  expect((await ada.search({ schema: schema.id })).total).toBe(2);
});

test('the order of properties, and keywords without limits, have no effect', async () => {
  await showSchema(({ city, dose, name }) => ({
    name: { ...name!, title: 'Name' },
    dose: dose!,
    city: city!,
  }));
  const { records } = await ada.search({ schema: schema.id, filters: [{ label: 'dose', value: '15' }] });
  expect((await ada.decrypt(records)).map(({ data }) => data)).toEqual([rows[1]]);
});

test('the definition and its digest stay the same after a deletion and new keys', async () => {
  const target = await world.schemaOf(definition);
  await ada.uploaded(target.id, JSON.stringify([...rows, { name: 'Cid' }]), 'application/json');
  const manifest = async () =>
    (await (await ada.send('GET', `/api/manifests/${target.id}/`)).json()) as Manifest;
  const { definition: signed } = await manifest();
  expect(signed).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  const { records } = await ada.search({ schema: target.id });
  expect((await ada.send('DELETE', `/api/records/?schema=${target.id}&id=${records[2]!.id}`)).status).toBe(
    204,
  );
  expect((await manifest()).definition).toEqual(signed);
  expect((await ada.send('POST', `/api/schemas/${target.id}/rotate/`)).status).toBe(200);
  expect(await manifest()).toMatchObject({ generation: 2, definition: signed });
  await showSchema(dose({ precision: 0 }), target.id);
  expect(await refusal(await answers([], ada, target.id))).toContain('the precision of "dose"');
});

test('accepts a manifest without a signed definition, compares later definitions with the first one, and signs with the next change', async () => {
  const target = await world.schemaOf(definition);
  await ada.uploaded(target.id, JSON.stringify(rows), 'application/json');
  await forge(target.id, () => ({}));
  const other = await firstSeen();
  for (const by of [ada, other]) {
    expect((await by.search({ schema: target.id })).total).toBe(2);
    await showSchema(dose({ minimum: -5, maximum: 95 }), target.id);
    const detail = await refusal(await answers([], by, target.id));
    expect(detail).toContain('is not the one that this machine has seen before: ');
    expect(detail).toContain('the minimum of "dose" was 0 and is now −5');
    liar.reset();
  }
  const { records } = await ada.search({ schema: target.id });
  await ada.send('DELETE', `/api/records/?schema=${target.id}&id=${records[0]!.id}`);
  const { definition: signed } = await currentManifest(world.service.database, target.id);
  expect(signed?.digest).toMatch(/^[0-9a-f]{64}$/);
});

test('rejects a manifest without its digest as not what was signed', async () => {
  liar.lie(`GET /api/manifests/${schema.id}/`, ({ definition: _, ...rest }: Manifest) => rest);
  expect(await refusal(await answers([], await firstSeen()))).toContain('is not what was signed');
});

describe('a holder of the query key who is not an owner, colluding with the service,', () => {
  const outsider = signingPair();
  const changed: JsonSchema = {
    ...definition,
    properties: {
      ...definition.properties,
      dose: { type: 'number', minimum: -5, maximum: 95, precision: 1 },
    },
  };
  const claimBy = (user: string, { version, definition: former }: Manifest) => ({
    former: former!.digest,
    version: version + 1,
    time: new Date().toISOString(),
    signer: {
      ...{ user, name: 'Ada Owner', identity: '2'.repeat(22) },
      ...{ signs: outsider.publicKey.toString('hex'), receives: '0'.repeat(64) },
    },
  });

  test.each<
    [what: string, of: (id: string, digest: string, present: Manifest) => SignedDefinition, says: string]
  >([
    ['without a signature', (_, digest) => ({ digest }), 'was changed without an owner’s signature'],
    [
      'with a signature of an unknown person',
      (id, digest, present) => {
        const { change, ...signed } = signChange(
          id,
          digest,
          claimBy('another-user', present),
          outsider.privateKey,
        );
        return { ...signed, change: { ...change!, signature: '0'.repeat(128) } };
      },
      'the signature of the change is not right',
    ],
    [
      'in the owner’s name',
      (id, digest, present) => signChange(id, digest, claimBy(owner.user.id, present), outsider.privateKey),
      'by an identity that is not the one known here of Ada Owner',
    ],
    [
      'in an unknown name',
      (id, digest, present) => signChange(id, digest, claimBy('another-user', present), outsider.privateKey),
      'by an identity that is not the one known here of Ada Owner',
    ],
  ])('changes no definition %s', async (_, statement, says) => {
    const target = await world.schemaOf(definition);
    await ada.send('POST', '/api/identities/');
    await ada.uploaded(target.id, JSON.stringify(rows), 'application/json');
    expect((await ada.search({ schema: target.id })).total).toBe(2);
    const digest = definitionDigest(target.id, fieldsOf(changed));
    await forge(target.id, (present) => ({ definition: statement(target.id, digest, present) }));
    await showSchema(dose({ minimum: -5, maximum: 95 }), target.id);
    const detail = await refusal(await answers([{ label: 'dose', value: '15' }], ada, target.id));
    expect(detail).toContain(says);
    expect(detail).toContain('the minimum of "dose" was 0 and is now −5');
  });

  test('changes no definition with the owner’s own signature while there are records', async () => {
    const target = await world.schemaOf(definition);
    await ada.send('POST', '/api/identities/');
    await ada.uploaded(target.id, JSON.stringify(rows), 'application/json');
    expect((await ada.search({ schema: target.id })).total).toBe(2);
    const { identity } = await keyringOfOwner();
    const signing = Buffer.from(identity!.signing, 'hex');
    const digest = definitionDigest(target.id, fieldsOf(changed));
    await forge(target.id, (present) => {
      const claim = claimBy(owner.user.id, present);
      const signer = { ...claim.signer, signs: signingPublicKey(signing).toString('hex') };
      return { definition: signChange(target.id, digest, { ...claim, signer }, signing) };
    });
    await showSchema(dose({ minimum: -5, maximum: 95 }), target.id);
    const detail = await refusal(await answers([{ label: 'dose', value: '15' }], ada, target.id));
    expect(detail).toContain('although records were sealed with the former one');
  });
});

describe('a change of the definition', () => {
  test('needs no signature before the first records', async () => {
    const target = await world.schemaOf(definition);
    expect((await patch(target.id, wider(-5))).status).toBe(200);
    expect((await ada.uploaded(target.id, '[{"name":"Zoe","dose":-3}]', 'application/json')).status).toBe('complete'); // prettier-ignore
    expect((await ada.search({ schema: target.id, filters: [{ label: 'dose', value: '<0' }] })).total).toBe(
      1,
    );
  });

  test('by an owner is signed and accepted elsewhere once there are no records', async () => {
    const target = await world.schemaOf(definition);
    const otherProxy = await firstSeen();
    const upload = (text: string) => ada.uploaded(target.id, text, 'application/json');
    await upload(JSON.stringify(rows));
    expect((await otherProxy.search({ schema: target.id })).total).toBe(2);
    expect((await patch(target.id, wider(1))).status).toBe(409);
    const { records } = await ada.search({ schema: target.id });
    const ids = records.map(({ id }) => `id=${id}`).join('&');
    await ada.send('DELETE', `/api/records/?schema=${target.id}&${ids}`);
    expect((await patch(target.id, wider(-5))).status).toBe(200);
    const manifest = (await (await ada.send('GET', `/api/manifests/${target.id}/`)).json()) as Manifest;
    expect(manifest.definition?.change?.signer.user).toBe(owner.user.id);
    expect((await upload('[{"name":"Zoe","dose":-3}]')).status).toBe('complete');
    expect(
      (await otherProxy.search({ schema: target.id, filters: [{ label: 'dose', value: '<0' }] })).total,
    ).toBe(1);
    await showSchema(dose({ minimum: 0 }), target.id);
    for (const by of [ada, otherProxy])
      expect(await refusal(await answers([], by, target.id))).toContain(
        'the minimum of "dose" was −5 and is now 0',
      );
  });
});
