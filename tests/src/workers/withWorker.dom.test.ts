import { expose } from 'comlink';
import { expect, test, vi } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { withWorker } from '#src/workers/withWorker.ts';

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

test('no worker is created for a task that is aborted already', async () => {
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
