/** Repeated names in JSON are found, however they are written. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDuplicateName } from '@cloakroom/contract/duplicateName.ts';

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}', null],
  ['{"a":1,"b":2,"a":3}', 'a'],
  ['[{"x":{"b":[1,{"c":",{"}],"d":1,"b":2}}]', 'b'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"":1,"a\\\\":2,"a":3}', null],
  ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ['{"":1,"":2}', ''],
  ['["a","a"]', null],
  ['{"a":"a","b":"a"}', null],
  ['"x"', null],
])('%s repeats %j', (text, name) => {
  expect(findDuplicateName(text)?.name ?? null).toBe(name);
});

test('JSON.stringify never repeats a name', () => {
  fc.assert(fc.property(fc.json(), fc.nat(3), (text, spaces) => {
    expect(findDuplicateName(JSON.stringify(JSON.parse(text), null, spaces))).toBeNull();
  })); // prettier-ignore
});

test('a body of 32 MiB is scanned in less than two seconds', () => {
  const record = `{"id":"${'x'.repeat(22)}","schema":"/api/schemas/x/","data":{"name":"${'y'.repeat(60)}","age":"z"}}`;
  const text = `[${Array.from({ length: Math.ceil((32 * 1024 * 1024) / record.length) }, () => record).join(',')}]`;
  const began = performance.now();
  expect(findDuplicateName(text)).toBeNull();
  expect(performance.now() - began).toBeLessThan(2000);
});
