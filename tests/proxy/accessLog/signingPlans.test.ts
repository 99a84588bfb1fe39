/** What is signed before and after the service changes a grant, and what is signed of a new team. */
import { describe, expect, test } from 'vitest';
import type { GrantSnapshot } from '@cloakroom/contract/accessLog.ts';
import { additionOf, type Addition } from '@cloakroom/proxy/accessLog/changes.ts';
import { grantPlan, withdrawalPlan } from '@cloakroom/proxy/accessLog/signingPlans.ts';
import type { AccessState } from '@cloakroom/proxy/accessLog/state.ts';

const all: GrantSnapshot = { id: 'all', teams: ['owners'], field_names: null, can_share_keys: true };
const some = (field_names: string[] | null): GrantSnapshot => ({
  id: 'some',
  teams: ['readers'],
  field_names,
  can_share_keys: false,
});
const stateWith = (...grants: GrantSnapshot[]) =>
  ({
    teams: new Map([['owners', { id: 'owners', name: 'Owners', members: ['ada'] }]]),
    grants: new Map(grants.map((grant) => [grant.id, grant])),
  }) as unknown as AccessState;

/** The keys that are signed before and after; false where nothing is signed. */
function planned(signed: string[] | null, wanted: string[] | null) {
  const state = stateWith(all, some(signed));
  const plan = grantPlan(state, 'some', () => wanted)!;
  const before = plan.before[0]!(state);
  const narrowed = before?.type === 'grant' ? stateWith(all, before) : state;
  const after = plan.after()[0]!(narrowed);
  const keys = (change: typeof before) => (change?.type === 'grant' ? change.field_names : false);
  return [keys(before), keys(after)];
}

describe('grantPlan', () => {
  test.each<[string, string[] | null, string[] | null, unknown]>([
    ['a key more', ['__query'], ['age', '__query'], [false, ['__query', 'age']]],
    ['a key less', ['__query', 'age'], ['__query'], [['__query'], false]],
    ['another key', ['__query', 'age'], ['__query', 'name'], [['__query'], ['__query', 'name']]],
    ['every key', ['__query'], null, [false, null]],
    ['some keys for every key', null, ['__query'], [['__query'], false]],
    ['the same keys', ['__query', 'age'], ['age', '__query', 'age'], [false, false]],
    ['every key again', null, null, [false, false]],
  ])('signs %s: what is taken before the call, what is given after it', (_, signed, wanted, expected) => {
    expect(planned(signed, wanted)).toEqual(expected);
  });

  test('signs nothing for an unsigned grant, and for one with the right to share', () => {
    expect(grantPlan(stateWith(all), 'some', () => null)).toBeNull();
    expect(grantPlan(stateWith(all), 'all', () => ['__query'])).toBeNull();
  });
});

describe('withdrawalPlan', () => {
  test('signs no keys and no right to share', () => {
    const state = stateWith(all, { ...some(null), can_share_keys: true });
    const plan = withdrawalPlan(state, 'some', 'ada')!;
    expect(plan.before[0]!(state)).toEqual({ type: 'grant', ...some([]) });
    expect(plan.after()).toEqual([]);
  });

  test('never takes the signer’s own right to sign', () => {
    expect(withdrawalPlan(stateWith(all), 'all', 'ada')).toBeNull();
  });
});

describe('additionOf', () => {
  const change = { type: 'grant', ...some(['__query']) } as const;

  test('is the change itself where the id is new, and nothing where it is signed like that', () => {
    expect(additionOf(stateWith(all), change)).toBe(change);
    expect(additionOf(stateWith(all, some(['__query'])), change)).toBeNull();
  });

  test('refuses the id of another grant or team', () => {
    expect(() => additionOf(stateWith(all, some(null)), change)).toThrow('signed before as another one');
    const team = { type: 'team', id: 'owners', name: 'Guests', members: ['eve'] } satisfies Addition;
    expect(() => additionOf(stateWith(all), team)).toThrow('signed before as another one');
  });
});
