import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Job, jobThrottleMs } from '@cloakroom/contract/jobs.ts';
import { person } from '#tests/service/support/people.ts';
import { pollTimeout } from '#tests/support/pollTimeout.ts';
import { startProxyStack } from '../support/proxyStack.ts';
import { actor, begunWith, type Headers } from '../support/proxy.ts';

const definition = {
  type: 'object' as const,
  properties: { name: { type: 'string' } },
  required: ['name'],
};

const world = await startProxyStack();
const { service, proxy, owner, ada } = world;
const schema = await world.schemaOf(definition);
afterEach(() => vi.useRealTimers());
afterAll(() => world.close());

type Stream = {
  messages: { at: number; job: Job; bytes: number }[];
  closed: Promise<number>;
  socket: WebSocket;
};

/** Opens the socket of a job. */
function listen(job: string, headers: Headers): Stream {
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/api/ws/jobs/${job}/`, {
    headers: { origin: proxy.url, ...headers },
  });
  const messages: Stream['messages'] = [];
  socket.on('message', (data: Buffer) =>
    messages.push({ at: Date.now(), job: Job.parse(JSON.parse(data.toString())), bytes: data.length }),
  );
  const closed = new Promise<number>((resolve, reject) => {
    socket.on('close', resolve);
    socket.on('error', reject);
  });
  return { messages, closed, socket };
}

const upload = (body: string) => ada.accepted(schema.id, body, 'text/csv');

test('sends progress at most every quarter of a second, and always the end', async () => {
  const big = ['name', ...Array.from({ length: 100_000 }, (_, i) => `Name ${i}`)].join('\n');
  const job = await upload(big);
  const begun = Date.now();
  const { messages, closed } = listen(job, owner.headers);
  expect(await closed).toBe(1000);
  expect(messages.at(-1)?.job).toMatchObject({ status: 'complete', processed: 100_000, total: 100_000 });
  // A message may be late, so that the next one seems early: this checks that none comes before its time.
  const timerRounding = 1;
  for (const [i, { at, job }] of messages.entries()) {
    expect(at - begun).toBeGreaterThanOrEqual(i * (jobThrottleMs - timerRounding));
    expect(job.processed).toBeGreaterThanOrEqual(messages[i - 1]?.job.processed ?? 0);
  }
});

test('sends the end of an ended job at once, with its error in at most 64 KiB', async () => {
  const field = '名'.repeat(127);
  const wordy = await world.schemaOf({
    type: 'object',
    properties: {
      [field]: { type: 'string', enum: ['a', 'b', 'c', 'd', 'e'].map((end) => '値'.repeat(50) + end) },
    },
  });
  const rows = [field, ...Array.from({ length: 200 }, () => '誤'.repeat(60))].join('\n');
  const { job_id } = await ada.uploaded(wordy.id, rows, 'text/csv');
  const { messages, closed } = listen(job_id, owner.headers);
  expect(await closed).toBe(1000);
  expect(messages.map(({ job }) => [job.status, job.errors?.count])).toEqual([['failed', 200]]);
  expect(messages[0]?.bytes).toBeLessThanOrEqual(65_536);
  expect((await ada.job(job_id)).errors?.rows).toHaveLength(100);
  expect(messages[0]?.job.errors?.rows.length).toBeGreaterThan(10);
});

test('closes the socket of another person’s job like that of an unknown one', async () => {
  const id = await upload('name\nAda\n');
  const grace = await person(service);
  for (const job of [id, crypto.randomUUID()]) {
    const { messages, closed } = listen(job, grace.headers);
    expect(await closed).toBe(4404);
    expect(messages).toEqual([]);
  }
});

/** A job of Ada's whose rows keep arriving until it is aborted. */
async function endless(who = ada): Promise<{ id: string; breakOff: () => Promise<unknown> }> {
  const breakOff = who.endless(schema.id, begunWith('name\nAda\n'));
  const running = async () => (await ada.jobs()).find(({ status }) => status === 'uploading');
  await expect.poll(running, pollTimeout).toBeDefined();
  return { id: (await running())?.job_id ?? '', breakOff };
}

test('limits a person to five sockets, and closes them when the body breaks off', async () => {
  const { id, breakOff } = await endless();
  const open = Array.from({ length: 5 }, () => listen(id, owner.headers));
  await expect.poll(() => open.every(({ messages }) => messages.length > 0), pollTimeout).toBe(true);
  const sixth = listen(id, owner.headers);
  expect(await sixth.closed).toBe(4429);
  await breakOff();
  for (const { closed, messages } of open) {
    expect(await closed).toBe(1000);
    expect(messages.at(-1)?.job).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/ended before its body/) as string,
    });
  }
});

test('a stream ends within five seconds after the session that opened it', async () => {
  const session = await world.session();
  const { id, breakOff } = await endless(actor(proxy, session));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  const { closed, messages } = listen(id, { cookie: session.cookie });
  await expect.poll(() => messages.length, pollTimeout).toBe(1);
  await fetch(`${proxy.url}/api/accounts/logout/`, { method: 'POST', headers: session });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await closed).toBe(4401);
  await breakOff();
});
