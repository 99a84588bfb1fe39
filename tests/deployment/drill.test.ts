/** Kills each part of a deployment of three services and an object store once. By `npm run test:stores`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const records = 20_000;
/** A balancer, another instance or another node takes the place of these parts. */
const replaceable =
  /^(service [123] is killed|the services are restarted|store node [123] is killed|all are back)/;

test('loses no request to a part that others replace, and stores each record once', async () => {
  const child = spawn('npm', ['run', 'deployment', '--', '--drill', '--records', String(records)]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(text).toContain('Everything is exact.');
  expect(code).toBe(0);
  const phases = text
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([name = '']) => replaceable.test(name));
  expect(phases).toHaveLength(8);
  for (const [name, , , asked, lost, wrong, , askedByScript, lostOfScript, wrongOfScript] of phases) {
    expect([Number(asked) > 0, Number(askedByScript) > 0], name).toEqual([true, true]);
    expect([lost, wrong, lostOfScript, wrongOfScript], name).toEqual(['0', '0', '0', '0']);
  }
}, 400_000);
