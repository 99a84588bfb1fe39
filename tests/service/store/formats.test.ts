/** Addresses of stores, tables of objects, and ranges that are read at once. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { blocksTable, groupsTable, readTable, tableBytes } from '@cloakroom/service/store/objectFormat.ts';
import { objectIdOf, objectName } from '@cloakroom/service/store/objectRows.ts';
import { joinRanges } from '@cloakroom/service/store/readRanges.ts';
import { parseStoreUrl } from '@cloakroom/service/store/storeUrl.ts';

describe('the address of a store', () => {
  test('is a folder, or a bucket with a prefix and parameters', () => {
    expect(parseStoreUrl('file:///var/lib/a%20b')).toMatchObject({ kind: 'folder', folder: '/var/lib/a b' });
    expect(
      parseStoreUrl('s3://bucket/some/prefix/?endpoint=http://127.0.0.1:9000&region=eu&path_style=true'),
    ).toMatchObject({
      kind: 's3',
      bucket: 'bucket',
      prefix: 'some/prefix/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu',
      pathStyle: true,
    });
    expect(parseStoreUrl('s3://bucket')).toMatchObject({ prefix: '', region: 'us-east-1', pathStyle: false });
  });

  test.each([
    ['folder', /must be an address/],
    ['ftp://host/folder', /must begin with file:\/\/ or s3:\/\//],
    ['file:///', /must name a folder/],
    ['file://host/folder', /must name a folder/],
    ['s3://', /must name a bucket/],
    ['s3://key:secret@bucket', /must not have credentials: set AWS_ACCESS_KEY_ID/],
    ['s3://bucket?regoin=eu', /unknown parameter "regoin"/],
    ['s3://bucket?endpoint=127.0.0.1', /needs an endpoint like https:/],
    ['s3://bucket?path_style=yes', /needs path_style=true or path_style=false/],
  ])('%s is refused', (url, reason) => {
    expect(() => parseStoreUrl(url)).toThrow(reason);
  });
});

describe('the table of an object', () => {
  const labels = Array.from({ length: 9 }, (_, at) => Buffer.from([0, 0, 0, 0, 0, 0, at, 7]));
  const blocks = { kind: 'blocks', items: 9, bytes: 8 + 9 * 8 + 9 * 1024 } as const;

  test('has the place of each block, and of no other', () => {
    const table = readTable(blocksTable(Buffer.concat(labels)), blocks);
    for (const [at, label] of labels.entries())
      expect(table.block(label)).toEqual({ at: 80 + at * 1024, length: 1024 });
    expect(table.block(Buffer.from([0, 0, 0, 0, 0, 0, 3, 8]))).toBeUndefined();
    expect(table.block(Buffer.alloc(8, 255))).toBeUndefined();
  });

  test('has the place of each group that is not deleted', () => {
    const bytes = groupsTable(randomBytes(12), 4, [10, 0, 30]);
    const table = readTable(bytes, { kind: 'groups', items: 3, bytes: bytes.length + 40 });
    const places = [0, 1, 2, 3].map((index) => table.group(index));
    expect(places).toEqual([{ at: 36, length: 10 }, undefined, { at: 46, length: 30 }, undefined]);
  });

  test('is refused if it is cut, of another kind, or of an object with another length', () => {
    const bytes = blocksTable(Buffer.concat(labels));
    expect(() => readTable(bytes.subarray(0, 79), blocks)).toThrow('is cut');
    expect(() => readTable(bytes, { ...blocks, bytes: blocks.bytes + 1 })).toThrow('another length');
    const other = groupsTable(randomBytes(12), 0, [1, 2]);
    const expected = { kind: 'groups', items: 2, bytes: other.length + 4 } as const;
    expect(() => readTable(other, expected)).toThrow('another length');
    other[0] = 0;
    expect(() => readTable(other, { ...expected, bytes: other.length + 3 })).toThrow('not the table');
    expect(tableBytes('groups', 2)).toBe(other.length);
  });
});

test('neighbouring ranges are read at once, and a read has at most 4 MB', () => {
  const ranges = [{ at: 5_000, length: 10 }, { at: 0, length: 10 }, { at: 15, length: 10 }, { at: 0, length: 10 }]; // prettier-ignore
  expect(joinRanges(ranges, 5)).toEqual([
    { at: 0, length: 25, positions: [1, 3, 2] },
    { at: 5_000, length: 10, positions: [0] },
  ]);
  const megabyte = 1024 * 1024;
  const large = Array.from({ length: 6 }, (_, at) => ({ at: at * megabyte, length: megabyte }));
  expect(joinRanges(large, 0).map(({ length }) => length / megabyte)).toEqual([4, 2]);
});

test('the id of an object is in its name, complete or cut; other names have none', () => {
  const [segment, object] = [randomBytes(16), randomBytes(16)];
  const name = objectName({ schema: 'a1B2', segment, object, kind: 'blocks' });
  expect(objectIdOf(name)).toEqual(object);
  expect(objectIdOf(`${name}.${'0'.repeat(8)}-${'0'.repeat(27)}.part`)).toEqual(object);
  expect(objectIdOf(objectName({ schema: 'a1B2', segment, object, kind: 'parts' }))).toEqual(object);
  for (const other of ['cloakroom-store', 'a1B2/notes.txt', `${name}.old`, `x/${name}`])
    expect(objectIdOf(other)).toBeNull();
});
