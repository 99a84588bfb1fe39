/** Decrypts records of several key generations: the signed list alone decides with which keys. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import { fieldsOf } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { decodeShortId, recordId } from '@cloakroom/wire/shortId.ts';
import { Tampered } from '@cloakroom/sealed-index/crypto/tampered.ts';
import { fieldSealer } from '@cloakroom/sealed-index/crypto/value.ts';
import { newContents } from '@cloakroom/proxy/keyring/contents.ts';
import { Keyring } from '@cloakroom/proxy/keyring/keyring.ts';
import { recordDecryptorOf, sealingIn, type SealedInput } from '@cloakroom/proxy/decryptRecords.ts';
import { fieldKeysOf, keyChecksOf } from '@cloakroom/proxy/schemaKeys.ts';

const definition: Schema['schema'] = {
  type: 'object',
  properties: { name: { type: 'string' }, note: { type: 'string' } },
};
const fields = fieldsOf(definition);
const bare: Schema = {
  id: '2'.repeat(22),
  url: '',
  dataset: '',
  name: 'People',
  slug: 'people',
  description: '',
  schema: definition,
  generation: 3,
  key_checks: null,
  earlier_key_checks: {},
  permissions: { can_search: true, can_upload: true, can_decrypt: true, can_share_keys: true },
  created: '',
};

const keyringOf = () => {
  let contents = newContents(randomBytes(32), new Date(0), 'waived');
  return new Keyring('someone', contents, {
    change: async (_, edit) => (contents = edit(contents)),
    reseal: async () => undefined,
    refresh: async (held) => held,
  });
};
const owner = keyringOf();
const schema: Schema = {
  ...bare,
  key_checks: keyChecksOf(owner, bare, 3),
  earlier_key_checks: { 1: keyChecksOf(owner, bare, 1), 2: keyChecksOf(owner, bare, 2) },
};

/** One upload of ten records in each generation, and the list that names them. */
const uploads = [1, 2, 3].map((generation) => ({ generation, upload: randomBytes(12) }));
const list = {
  schema: schema.id,
  generation: 3,
  version: 3,
  mac: '',
  segments: uploads.map(({ generation, upload }) => ({
    id: randomBytes(16).toString('hex'),
    records: 10,
    generation,
    header_hash: '0'.repeat(64),
    ranges: [{ upload: upload.toString('hex'), first: 0, count: 10 }],
  })),
};
const sealingOf = sealingIn(list);

/** A record of the upload of one generation, sealed with the keys of another one if given. */
function sealed(generation: number, number: number, by = generation, name = 'Ada'): SealedInput {
  const id = recordId(uploads[generation - 1]!.upload, number);
  const keys = fieldKeysOf(owner, schema, fields, by);
  const seal = (field: string, text: string) => {
    const key = keys[fields.findIndex((one) => one.name === field)]!;
    const sealer = fieldSealer(key, { schema: schema.id, field, generation: by });
    return envelopeText(sealer.seal(decodeShortId(id), 's', text));
  };
  return { id, schema: schema.id, data: { name: seal('name', name), note: seal('note', 'of old') } };
}

const opened = (records: SealedInput[], keyring = owner) => {
  const open = recordDecryptorOf({ schema, fields, keyring })(records, sealingOf);
  return records.map((record) => open(record).data);
};

/** A receiver of the keys of some generations. */
async function receiver(...generations: number[]) {
  const keyring = keyringOf();
  for (const [number, { name }] of fields.entries()) {
    const key = (generation: number) => fieldKeysOf(owner, schema, fields, generation)[number]!;
    await keyring.addOverride(schema.id, name, new Map(generations.map((one) => [one, key(one)])));
  }
  return keyring;
}

describe('records of three generations', () => {
  test('decrypt together, each with its own keys', () => {
    const records = [3, 1, 2, 2].map((generation, i) => sealed(generation, i, generation, `Person ${i}`));
    expect(opened(records)).toEqual(records.map((_, i) => ({ name: `Person ${i}`, note: 'of old' })));
  });

  test('are refused by field and record if they were replaced by records sealed with other keys', () => {
    for (const generation of [1, 2, 3])
      for (const by of [1, 2, 3].filter((other) => other !== generation)) {
        const forged = sealed(generation, 4, by);
        const refusal = () => opened([forged]);
        expect(refusal).toThrow(Tampered);
        expect(refusal).toThrow(`"name" in record ${forged.id}`);
      }
  });

  test('are missing if the list does not name them, or names them as deleted', () => {
    const [first, ...others] = list.segments;
    const without = sealingIn({ ...list, segments: [{ ...first!, deleted: [[4, 1]] }, ...others] });
    const record = sealed(1, 4);
    expect(without(sealed(1, 3))?.generation).toBe(1);
    expect([without(record), without(sealed(1, 10))]).toEqual([undefined, undefined]);
    const open = recordDecryptorOf({ schema, fields, keyring: owner })([record], without);
    expect(() => open(record)).toThrow('Decrypted records not found');
  });

  test('decrypt for a receiver of those keys only: a missing key is named with its schema', async () => {
    const late = await receiver(2, 3);
    expect(opened([sealed(2, 0), sealed(3, 0)], late)).toHaveLength(2);
    expect(() => opened([sealed(3, 0), sealed(1, 0)], late)).toThrow(
      'Your keyring lacks the earlier key of the field "name" of the schema "People" (generation 1 of 3).',
    );
    const removed = await receiver(1, 2);
    expect(opened([sealed(1, 0), sealed(2, 0)], removed)).toHaveLength(2);
    expect(() => opened([sealed(3, 0)], removed)).toThrow(
      'Your keyring lacks the new key of the field "name" of the schema "People", whose keys were changed.',
    );
  });

  test('of a later generation don’t decrypt with earlier keys, whatever the service claims', async () => {
    const removed = await receiver(1, 2);
    const record = sealed(3, 0);
    const lied: Schema = { ...schema, generation: 2, key_checks: schema.earlier_key_checks[2]! };
    for (const generation of [1, 2]) {
      const open = recordDecryptorOf({ schema: lied, fields, keyring: removed })([record], () => ({
        generation,
      }));
      expect(() => open(record)).toThrow(Tampered);
    }
  });
});
