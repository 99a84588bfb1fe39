/** The parts of an answer with groups of records. */
import { expect, test } from 'vitest';
import { decodeGroupsAnswer, encodeGroupsAnswer } from '@cloakroom/wire/groupsAnswer.ts';

const group = Uint8Array.of(1, 2, 3);

test('a lost group and another are read as they were written', () => {
  const bytes = encodeGroupsAnswer('{}', [undefined, group]);
  expect(Buffer.from(bytes).toString('hex')).toBe('000000027b7d0000000000000003010203');
  expect(decodeGroupsAnswer(bytes)).toEqual({ origins: '{}', groups: [null, group] });
});

test('an answer without groups has the origins only', () => {
  expect(decodeGroupsAnswer(encodeGroupsAnswer('{"a":1}', []))).toEqual({ origins: '{"a":1}', groups: [] });
});

test('a truncated answer is refused at every length, except where only groups at the end are missing', () => {
  const bytes = encodeGroupsAnswer('{}', [group, group]);
  const ends = new Set([6, 13]);
  for (let length = 0; length < bytes.length; length++) {
    const read = () => decodeGroupsAnswer(bytes.subarray(0, length));
    if (ends.has(length)) expect(read().groups.length).toBeLessThan(2);
    else expect(read).toThrow(RangeError);
  }
});
