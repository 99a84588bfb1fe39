/** Kills each part of a deployment of three services and an object store once. Run by `npm run test:stores`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

type Counts = { requests: number; lost: number; wrong: number };
/** The part of a printed line that is checked. */
type Phase = { name: string; people: Counts; script: Counts };

const records = 20_000;
/** Other instances or nodes take over from these parts. */
const replaceable =
  /^(service [123] is killed|the services are restarted|store node [123] is killed|all are back)/;

test('loses no request when a replaceable part is killed, and stores each record once', async () => {
  const child = spawn('npm', ['run', 'deployment', '--', '--drill', '--records', String(records)]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(text).toContain('Everything is exact.');
  expect(code).toBe(0);
  const phases = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Phase)
    .filter(({ name }) => replaceable.test(name));
  expect(phases).toHaveLength(8);
  for (const { name, people, script } of phases)
    for (const { requests, lost, wrong } of [people, script]) {
      expect(requests, name).toBeGreaterThan(0);
      expect({ lost, wrong }, name).toEqual({ lost: 0, wrong: 0 });
    }
}, 400_000);
