/** Evaluates access logs entry by entry: only what owners signed counts. */
import { describe, expect, it } from 'vitest';
import type { AccessChange, AccessEntry } from '@cloakroom/contract/accessLog.ts';
import { entryHash } from '@cloakroom/wire/accessLogEntry.ts';
import {
  bySeed,
  formerMac,
  keyChecksDigest,
  seedKeyOf,
  signEntry,
  type AccessClaim,
  type Signer,
} from '@cloakroom/proxy/accessLog/entry.ts';
import {
  isOwner,
  InvalidLogEntry,
  mayHave,
  applyEntry,
  type AccessState,
} from '@cloakroom/proxy/accessLog/state.ts';
import { receivingPair } from '@cloakroom/proxy/crypto/hpke.ts';
import { signingPair } from '@cloakroom/proxy/crypto/sign.ts';

const schema = 'schema';
const queryKeys = new Map([1, 2, 3].map((generation) => [generation, Buffer.alloc(32, generation)]));
const keysOf = (generation: number) => queryKeys.get(generation) ?? null;
const checks = { __query: 'aa'.repeat(16) };
const digest = (generation: number) => keyChecksDigest(schema, generation, checks);

type Person = { signer: Signer; signing: Buffer; seed: Buffer };
function person(name: string): Person {
  const [signing, receiving, seed] = [signingPair(), receivingPair(), signingPair()];
  const signs = signing.publicKey.toString('hex');
  const receives = receiving.publicKey.toString('hex');
  return {
    signer: { user: name, name, signs, receives },
    signing: signing.privateKey,
    seed: seed.privateKey,
  };
}
const deviceOf = ({ signer: { user, signs, receives } }: Person) => ({
  user,
  email: `${user}@example.org`,
  signs,
  receives,
  compared: true,
});
const [ada, grace, rita, eve] = ['ada', 'grace', 'rita', 'eve'].map(person) as [
  Person,
  Person,
  Person,
  Person,
];

type Changes = Partial<AccessClaim> & { queryKey?: Buffer };
function entryAfter(
  state: AccessState | null,
  by: Person,
  change: AccessChange,
  { queryKey, ...more }: Changes = {},
): AccessEntry {
  const generation = 'generation' in change ? change.generation : state!.generation;
  const claim = {
    format: 1 as const,
    schema,
    number: (state?.number ?? 0) + 1,
    previous: state?.hash ?? '',
    time: '2026-11-23T10:00:00.000Z',
    generation,
    signer: by.signer,
    change,
    ...more,
  };
  return signEntry(claim, { signingKey: by.signing, queryKey: queryKey ?? queryKeys.get(generation)! });
}
const after = (state: AccessState | null, entry: AccessEntry) => applyEntry(state, schema, entry, keysOf);
const add = (state: AccessState | null, by: Person, change: AccessChange) =>
  after(state, entryAfter(state, by, change));

const begin = (by: Person): AccessChange => ({
  type: 'begin',
  generation: 1,
  key_checks: digest(1),
  teams: [
    { id: 'owners', name: 'Owners', members: [by.signer.user] },
    { id: 'requesters', name: 'Requesters', members: [] },
  ],
  grants: [
    { id: 'all', teams: ['owners'], field_names: null, can_share_keys: true },
    { id: 'some', teams: ['requesters'], field_names: ['__query'], can_share_keys: false },
  ],
  devices: [deviceOf(by)],
  seed_key: seedKeyOf(by.seed, schema, by.signer, 1),
});
const team = (id: string, ...members: string[]): AccessChange => ({ type: 'team', id, name: id, members });
const generation = (
  by: Person,
  number: number,
  next = 2,
  former = queryKeys.get(next - 1)!,
): AccessChange => ({
  type: 'generation',
  generation: next,
  key_checks: digest(next),
  former_mac: formerMac(former, schema, next, digest(next)).toString('hex'),
  seed_key: seedKeyOf(by.seed, schema, by.signer, number),
});
const device = (of: Person): AccessChange => ({ type: 'device', ...deviceOf(of) });

const begun = add(null, ada, begin(ada));
/** Ada and Grace are owners, Rita is a requester. */
const shared = [
  [team('owners', 'ada', 'grace'), ada],
  [device(grace), ada],
  [team('requesters', 'rita'), grace],
  [device(rita), grace],
].reduce((state, [change, by]) => add(state, by as Person, change as AccessChange), begun);

describe('a log of owners', () => {
  it('adds up to who may have which key', () => {
    expect(mayHave(shared, 'grace', 'name')).toBe(true);
    expect(mayHave(shared, 'rita', '__query')).toBe(true);
    expect(mayHave(shared, 'rita', 'name')).toBe(false);
    expect(mayHave(shared, 'eve', '__query')).toBe(false);
    expect(['ada', 'grace', 'rita'].map((user) => isOwner(shared, user))).toEqual([true, true, false]);
  });

  it('takes another generation of keys from an owner who held the one before', () => {
    const next = add(shared, grace, generation(grace, shared.number + 1));
    expect([next.generation, next.keyChecks.get(2)]).toEqual([2, digest(2)]);
  });

  it('remembers the greatest generation after a restored backup, and takes the one after it', () => {
    const second = add(shared, grace, generation(grace, shared.number + 1));
    const restored = add(second, ada, { type: 'restore', generation: 1, key_checks: digest(1) });
    expect([restored.generation, restored.greatestGeneration]).toEqual([1, 2]);
    const third = add(restored, ada, generation(ada, restored.number + 1, 3, queryKeys.get(1)));
    expect([third.generation, third.greatestGeneration]).toEqual([3, 3]);
  });

  it('is valid although an earlier version announced a number twice', () => {
    const second = add(shared, grace, generation(grace, shared.number + 1));
    const restored = add(second, ada, { type: 'restore', generation: 1, key_checks: digest(1) });
    const again = add(restored, ada, generation(ada, restored.number + 1));
    expect([again.generation, again.greatestGeneration]).toEqual([2, 2]);
  });

  it('accepts a new device of a person by the seed that made its keys, and no other person’s', () => {
    const fresh = { ...person('ada'), seed: ada.seed };
    const by = (seed: Buffer): AccessChange => ({
      type: 'device',
      ...deviceOf(fresh),
      by_seed: bySeed(seed, schema, fresh.signer, shared.number + 1),
    });
    const admitted = add(shared, fresh, by(ada.seed));
    expect(add(admitted, fresh, team('requesters')).teams.get('requesters')!.members).toEqual([]);
    expect(() => add(shared, fresh, by(grace.seed))).toThrow('by a seed that made no keys');
    const gone = add(shared, grace, team('owners', 'grace'));
    expect(() =>
      add(gone, fresh, {
        type: 'device',
        ...deviceOf(fresh),
        by_seed: bySeed(ada.seed, schema, fresh.signer, gone.number + 1),
      }),
    ).toThrow('not among the owners');
  });
});

const next = shared.number + 1;
it.each<[what: string, entry: () => AccessEntry, says: RegExp]>([
  [
    'of a stranger',
    () => entryAfter(shared, eve, team('owners', 'eve')),
    /signed by eve, who is not among the owners/,
  ],
  ['of a requester', () => entryAfter(shared, rita, team('owners', 'rita')), /not among the owners/],
  [
    'of an owner who was removed before',
    () => {
      const removed = add(shared, ada, team('owners', 'ada'));
      return entryAfter(removed, grace, team('owners', 'ada', 'grace'));
    },
    /does not follow|not among/,
  ],
  [
    'of an owner’s other device that was not admitted',
    () => entryAfter(shared, person('ada'), team('owners', 'eve')),
    /not among the owners/,
  ],
  [
    'in the name of an owner, signed by another',
    () => signEntry(entryAfter(shared, ada, team('owners', 'eve')), { signingKey: eve.signing, queryKey: queryKeys.get(1)! }), // prettier-ignore
    /was not signed by the identity of ada/,
  ],
  [
    'with the MAC of another key',
    () => entryAfter(shared, ada, team('owners', 'eve'), { queryKey: Buffer.alloc(32, 9) }),
    /without the schema’s key for searching/,
  ],
  [
    'that skips a number',
    () => entryAfter(shared, ada, team('owners'), { number: next + 1 }),
    /does not follow/,
  ],
  [
    'of another branch',
    () => entryAfter(shared, ada, team('owners'), { previous: 'f'.repeat(64) }),
    /does not follow/,
  ],
  ['of another schema', () => entryAfter(shared, ada, team('owners'), { schema: 'other' }), /another schema/],
  ['that begins again', () => entryAfter(shared, eve, begin(eve)), /second time/],
  [
    'with keys that follow without the former key',
    () => entryAfter(shared, ada, generation(ada, next, 2, Buffer.alloc(32, 9))),
    /without the key for searching of the generation before/,
  ],
  ['with keys of a stranger', () => entryAfter(shared, eve, generation(eve, next)), /not among the owners/],
  [
    'that announces the present generation',
    () => entryAfter(shared, ada, generation(ada, next, 1, queryKeys.get(1))),
    /not later ones/,
  ],
  [
    'under another generation of keys',
    () => entryAfter(shared, ada, team('owners'), { generation: 2 }),
    /another generation/,
  ],
])('an entry %s is refused', (_, entry, says) => {
  const made = entry();
  expect(() => after(shared, made)).toThrow(InvalidLogEntry);
  expect(() => after(shared, made)).toThrow(says);
});

it('any changed character of an entry is refused', () => {
  const entry = entryAfter(shared, ada, team('owners', 'ada', 'grace', 'hedy'));
  const text = JSON.stringify(entry);
  let tried = 0;
  for (let at = 0; at < text.length; at += 7) {
    if (!/[0-9a-z]/.test(text[at]!)) continue;
    const bent = text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1);
    const changed = jsonOf(bent);
    if (changed === null) continue;
    tried += 1;
    expect(() => after(shared, changed), bent).toThrow();
  }
  expect(tried).toBeGreaterThan(50);
});

it('a log whose MACs can’t be checked yet is verified by its signatures', () => {
  const none = () => null;
  const entry = entryAfter(null, ada, begin(ada));
  expect(applyEntry(null, schema, entry, none).hash).toBe(entryHash(entry));
  const forged = { ...entry, signature: '0'.repeat(128) };
  expect(() => applyEntry(null, schema, forged, none)).toThrow('was not signed');
});

function jsonOf(text: string): AccessEntry | null {
  try {
    return JSON.parse(text) as AccessEntry;
  } catch {
    return null;
  }
}
