/** Which manifests may follow the current one, with regard to epochs. */
import { expect, test } from 'vitest';
import type { Manifest } from '@cloakroom/contract/segments.ts';
import { sameList } from '@cloakroom/service/modules/segments/manifestDiff.ts';
import { requireEpoch } from '@cloakroom/service/modules/segments/epoch.ts';

const present: Manifest = { version: 3, generation: 1, segments: [], mac: 'a'.repeat(64) } as never;
const begun: Manifest = {
  ...present,
  version: 4,
  mac: 'b'.repeat(64),
  epoch: { number: 1, base: { version: 3, mac: present.mac } },
} as never;

const refusal = (next: Manifest, can_share_keys: boolean): number | null => {
  try {
    requireEpoch(present, next, { can_share_keys, sameSegments: sameList(present, next) });
    return null;
  } catch (error) {
    return (error as { status: number }).status;
  }
};

test('accepts a manifest without a change of the epoch from anyone who may upload', () => {
  expect(refusal({ ...present, version: 4 }, false)).toBeNull();
});

test('accepts a new epoch from a person who may share keys, and refuses it from others', () => {
  expect(refusal(begun, true)).toBeNull();
  expect(refusal(begun, false)).toBe(403);
});

test('refuses an epoch that begins with another manifest or with other segments', () => {
  const elsewhere = {
    ...begun,
    epoch: { ...begun.epoch, base: { version: 2, mac: present.mac } },
  } as Manifest;
  expect(refusal(elsewhere, true)).toBe(400);
  expect(refusal({ ...begun, segments: [{ id: 'x' }] } as never, true)).toBe(400);
});
