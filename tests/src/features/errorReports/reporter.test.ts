/** The content of an error report: the kind of the error and its position in the code, without data. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { redactPath } from '#src/features/errorReports/redactEvent.ts';
import { sendReport } from '#src/features/errorReports/reporter.ts';
import { Failure } from '#src/shared/failure.ts';

type Sent = {
  transaction: string;
  exception: { values: [{ type: string; value?: string; stacktrace: { frames: object[] } }] };
};

// The reporter's client keeps a reference to the first `fetch` that it finds.
const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')));
vi.stubGlobal('fetch', fetched);
beforeEach(() => fetched.mockClear());
afterAll(() => vi.unstubAllGlobals());

/** Reports an error. @returns the request. */
async function sentBy(thrown: unknown, pathname: string) {
  sendReport('https://key@host.example/7', 'Cloakroom', thrown, pathname);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  const [url, request] = fetched.mock.calls[0]!;
  const body = new TextDecoder().decode(new Uint8Array(await new Response(request?.body).arrayBuffer()));
  return { url, request, body, event: JSON.parse(body.split('\n').at(-1)!) as Sent };
}

test('a report contains the kind of the error, the page and the position in the code, without the message', async () => {
  const error = new RangeError('The value 4711 of Ada is wrong.');
  error.stack = `RangeError: The value 4711 of Ada is wrong.
    at read (https://host.example/assets/page-1.js:2:34)
    at async https://host.example/assets/other-2.js:5:6`;
  const { url, request, body, event } = await sentBy(error, '/datasets/2222222222222222222222/schemas');
  expect(url).toEqual(expect.stringMatching(/^https:\/\/host\.example\/api\/7\/envelope\/\?/));
  expect(request).toMatchObject({ credentials: 'omit' });
  expect(event.transaction).toBe('/datasets/:id/schemas');
  expect(event.exception.values[0]).toEqual({
    type: 'RangeError',
    stacktrace: {
      frames: [
        { function: '?', filename: '/assets/other-2.js', lineno: 5, colno: 6 },
        { function: 'read', filename: '/assets/page-1.js', lineno: 2, colno: 34 },
      ],
    },
  });
  expect(body).not.toMatch(/4711|Ada/);
});

test.each([
  [new Failure('not-found', 'Ada is gone.', { status: 404 }), 'Failure:not-found:404'],
  ['a text about Ada', 'string'],
  [{ name: 'Ada' }, 'object'],
])('a report of %s has the kind %s', async (thrown, kind) => {
  const { event, body } = await sentBy(thrown, '/');
  expect(event.exception.values[0].type).toBe(kind);
  expect(body).not.toContain('Ada');
});

test('a redacted path has no ids', () => {
  expect(redactPath('/datasets/abcdefghijkmnopqrstuvw')).toBe('/datasets/:id');
});
