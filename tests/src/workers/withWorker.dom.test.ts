import { expose } from 'comlink';
import { describe, expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { withWorker, WorkerPool } from '#src/workers/withWorker.ts';

const api = {
  double: (number: number) => number * 2,
  refuse: () => {
    throw new Failure('forbidden', 'Not yours.', { status: 403 });
  },
  never: () => new Promise<number>(() => undefined),
};

/** A worker at the other end of a message channel. */
function hired() {
  const { port1, port2 } = new MessageChannel();
  expose(api, port2);
  port1.start();
  const events = new EventTarget();
  const terminate = vi.fn(() => port1.close());
  const listen = (name: string, ...rest: [never, never]) =>
    (name === 'error' ? events : port1).addEventListener(name, ...rest);
  const worker = { postMessage: port1.postMessage.bind(port1), addEventListener: listen, terminate };
  return { worker: worker as unknown as Worker, events, terminate };
}
const { signal } = new AbortController();

test('returns the result and terminates the worker', async () => {
  const { worker, terminate } = hired();
  expect(
    await withWorker<typeof api, number>(
      () => worker,
      (remote) => remote.double(21),
      signal,
    ),
  ).toBe(42);
  expect(terminate).toHaveBeenCalledOnce();
});

test('a failure keeps its code and status when it leaves the worker', async () => {
  const { worker, terminate } = hired();
  const task = withWorker<typeof api, never>(
    () => worker,
    (remote) => remote.refuse(),
    signal,
  );
  const failure = Failure.from(await task.catch((thrown: unknown) => thrown));
  expect(failure).toMatchObject({ code: 'forbidden', status: 403, message: 'Not yours.' });
  expect(terminate).toHaveBeenCalledOnce();
});

test('aborting terminates the worker during its task', async () => {
  const stop = new AbortController();
  const { worker, terminate } = hired();
  const task = withWorker<typeof api, number>(
    () => worker,
    (remote) => remote.never(),
    stop.signal,
  );
  stop.abort(new Error('Another file was chosen.'));
  await expect(task).rejects.toThrow('Another file was chosen.');
  expect(terminate).toHaveBeenCalledOnce();
});

test('does not create a worker for a task that is already aborted', async () => {
  const hire = vi.fn(() => hired().worker);
  const off = AbortSignal.abort(new Error('Too late.'));
  await expect(withWorker<typeof api, number>(hire, (remote) => remote.never(), off)).rejects.toThrow(
    'Too late.',
  );
  expect(hire).not.toHaveBeenCalled();
});

test('a worker that breaks rejects its task', async () => {
  const { worker, events, terminate } = hired();
  const task = withWorker<typeof api, number>(
    () => worker,
    (remote) => remote.never(),
    signal,
  );
  events.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory' }));
  await expect(task).rejects.toThrow('Out of memory');
  expect(terminate).toHaveBeenCalledOnce();
});

describe('a pool', () => {
  /** A pool, and the workers that it has created. */
  function pool() {
    const created: ReturnType<typeof hired>[] = [];
    const workers = new WorkerPool<typeof api>(() => {
      created.push(hired());
      return created.at(-1)!.worker;
    });
    return { workers, created };
  }

  test('gives the next task to the worker that has finished one', async () => {
    const { workers, created } = pool();
    for (const number of [1, 2, 3])
      expect(await workers.run((remote) => remote.double(number), signal)).toBe(number * 2);
    expect(created).toHaveLength(1);
    expect(created[0]!.terminate).not.toHaveBeenCalled();
  });

  test('runs simultaneous tasks in separate workers, and keeps one of them', async () => {
    const { workers, created } = pool();
    const both = [1, 2].map((number) => workers.run((remote) => remote.double(number), signal));
    expect(await Promise.all(both)).toEqual([2, 4]);
    expect(created).toHaveLength(2);
    expect(created.filter(({ terminate }) => terminate.mock.calls.length > 0)).toHaveLength(1);
    await workers.run((remote) => remote.double(3), signal);
    expect(created).toHaveLength(2);
  });

  test('terminates a worker whose task fails, is aborted or breaks it', async () => {
    const { workers, created } = pool();
    await expect(workers.run((remote) => remote.refuse(), signal)).rejects.toThrow('Not yours.');
    const stop = new AbortController();
    const task = workers.run((remote) => remote.never(), stop.signal);
    stop.abort(new Error('Left.'));
    await expect(task).rejects.toThrow('Left.');
    const broken = workers.run((remote) => remote.never(), signal);
    created[2]!.events.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory' }));
    await expect(broken).rejects.toThrow('Out of memory');
    for (const { terminate } of created) expect(terminate).toHaveBeenCalledOnce();
    expect(await workers.run((remote) => remote.double(1), signal)).toBe(2);
    expect(created).toHaveLength(4);
  });

  test('terminates a worker that has waited half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { workers, created } = pool();
      await workers.run((remote) => remote.double(1), signal);
      vi.advanceTimersByTime(29_999);
      await workers.run((remote) => remote.double(1), signal);
      vi.advanceTimersByTime(29_999);
      expect(created[0]!.terminate).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(created[0]!.terminate).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });
});
