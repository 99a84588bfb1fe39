/** Bodies that are not a complete segment leave no trace. */
import { afterAll, describe, expect, test } from 'vitest';
import { testSegment } from '#tests/service/support/segments.ts';
import { startService } from '#tests/service/support/service.ts';
import { stored } from '#tests/service/support/stored.ts';
import { makeWorld } from '#tests/service/support/world.ts';

const service = await startService();
const world = await makeWorld(service);
afterAll(() => service.close());

describe('a malformed body changes nothing', () => {
  const segment = testSegment({ records: 3, blocks: 3 });
  const changed = (change: (body: Buffer) => void) => {
    const body = Buffer.from(segment.body);
    change(body);
    return body;
  };
  const labelsAt = 32 + 256;
  const recordAt = labelsAt + 3 * (8 + 1024);
  const cuts = [0, 1, 31, 32, 33, labelsAt, labelsAt + 8, recordAt - 1, recordAt, recordAt + 3, recordAt + 10, segment.body.length - 1]; // prettier-ignore
  const withoutHeader = [changed((body) => body.writeUInt32BE(0, 4)).subarray(0, 32), segment.body.subarray(labelsAt)]; // prettier-ignore
  const malformed: [string, Buffer][] = [
    ...cuts.map((length): [string, Buffer] => [
      `cut after ${length} bytes`,
      segment.body.subarray(0, length),
    ]),
    ['one byte too long', Buffer.concat([segment.body, Buffer.of(0)])],
    ['another beginning', changed((body) => body.write('NOPE'))],
    ['no header', Buffer.concat(withoutHeader)],
    ['four billion records', changed((body) => body.writeUInt32BE(0xffffffff, 28))],
    ['four billion blocks', changed((body) => body.writeUInt32BE(0xffffffff, 8))],
    ['numbers beyond 32 bits', changed((body) => body.writeUInt32BE(0xfffffffe, 24))],
    ['labels out of order', changed((body) => body.fill(0xff, labelsAt, labelsAt + 8))],
    ['one label twice', changed((body) => body.copy(body, labelsAt + 8, labelsAt, labelsAt + 8))],
    ['a field that the schema does not have', changed((body) => body.writeUInt8(2, recordAt + 4))],
    ['a field cut short', changed((body) => body.writeUInt8(127, recordAt + 5))],
  ];
  test.each(malformed)('%s', async (_, body) => {
    const before = await stored(service);
    const answer = await world.put({ ...segment, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: { body: [expect.any(String)] } });
    expect(await stored(service)).toEqual(before);
  });

  test('names the wrong record', async () => {
    const answer = await world.put({ ...segment, body: changed((body) => body.writeUInt8(2, recordAt + 4)) });
    expect(answer.json()).toMatchObject({
      detail: 'Record 0 of the segment is not a packed record: it names field 2 of 2.',
    });
  });
});
