/** What the settings switch on, which scripts that allows, and what a report of an error may say. */
import { expect, test } from 'vitest';
import { Failure } from '#src/shared/failure.ts';
import { errorReport, placeOf } from '#src/features/errorReports/errorReport.ts';
import {
  errorReportsOf,
  integrationsOf,
  isAllowedScript,
  purposesOf,
} from '#src/features/integrations/integrations.ts';

const off = {
  stripePricingTableId: '',
  stripePublishableKey: '',
  stripeScriptUrl: '',
  chatAppId: '',
  chatScriptUrl: '',
  tutorialVideoUrl: '',
  pixels: '',
  sentryDsn: '',
};

test('without settings there is nothing, nobody is asked, and no script is let in', () => {
  const none = integrationsOf(off);
  expect(none).toEqual({ payment: null, chat: null, video: null, pixels: [], errors: null });
  expect(purposesOf(none)).toEqual([]);
  expect(isAllowedScript('https://js.stripe.com/v3/pricing-table.js', none)).toBe(false);
});

test('half a payment provider is none', () => {
  expect(integrationsOf({ ...off, stripePricingTableId: 'table' }).payment).toBeNull();
});

test.each([
  ['https://js.stripe.com/v3/pricing-table.js', true],
  ['https://js.stripe.com/v3/fingerprinted/x.js', true],
  ['https://js.stripe.com/../evil.example/x.js', true],
  ['https://js.stripe.com.evil.example/x.js', false],
  ['https://widget.intercom.io/widget/app', true],
  ['https://widget.intercom.io/widget/other', false],
  ['https://www.googletagmanager.com/gtag/js?id=G-1', true],
  ['https://connect.facebook.net/en_US/fbevents.js', true],
  ['https://connect.facebook.net/other.js', false],
  ['https://snap.licdn.com/li.lms-analytics/../evil.js', false],
  ['not an address', false],
])('with everything on, %s is let in: %s', (url, allowed) => {
  const all = integrationsOf({
    ...off,
    stripePricingTableId: 'table',
    stripePublishableKey: 'key',
    chatAppId: 'app',
    pixels: 'google=G-1,meta=2,linkedin=3',
  });
  expect(isAllowedScript(url, all)).toBe(allowed);
});

test('a script at an address of one’s own is the only one let in', () => {
  const own = integrationsOf({ ...off, chatAppId: 'app', chatScriptUrl: 'https://here.example/chat.js' });
  expect(isAllowedScript('https://here.example/chat.js', own)).toBe(true);
  expect(isAllowedScript('https://here.example/other.js', own)).toBe(false);
  expect(isAllowedScript('https://js.intercomcdn.com/x.js', own)).toBe(false);
});

test('pixels that can’t be read are off', () => {
  expect(integrationsOf({ ...off, pixels: 'unknown=1' }).pixels).toEqual([]);
});

test.each([
  ['https://key@host.example/7', { url: 'https://host.example/api/7/envelope/', key: 'key' }],
  ['https://key@host.example/sub/7', { url: 'https://host.example/sub/api/7/envelope/', key: 'key' }],
  ['https://host.example/7', null],
  ['https://key@host.example/', null],
  ['nonsense', null],
])('the reports’ address %s is read', (dsn, read) => {
  expect(errorReportsOf(dsn)).toEqual(read);
});

test('a report names the kind of an error and where it was, and none of its words', () => {
  const error = new RangeError('The value 4711 of Ada is wrong.');
  error.stack = `RangeError: The value 4711 of Ada is wrong.
    at read (https://host.example/assets/page-1.js:2:34)
    at async https://host.example/assets/other-2.js:5:6`;
  const report = errorReport(error, '/datasets/2222222222222222222222/schemas', 'Cloakroom');
  expect(report.transaction).toBe('/datasets/:id/schemas');
  expect(report.exception.values[0]).toEqual({
    type: 'RangeError',
    stacktrace: {
      frames: [
        { function: '?', filename: '/assets/other-2.js', lineno: 5, colno: 6 },
        { function: 'read', filename: '/assets/page-1.js', lineno: 2, colno: 34 },
      ],
    },
  });
  expect(JSON.stringify(report)).not.toMatch(/4711|Ada/);
});

test.each([
  [new Failure('not-found', 'Ada is gone.', { status: 404 }), 'Failure:not-found:404'],
  ['a text', 'string'],
])('a report of %s is of the kind %s', (thrown, kind) => {
  const report = errorReport(thrown, '/', 'Cloakroom');
  expect(report.exception.values[0]?.type).toBe(kind);
});

test('an id in a path is not part of the place', () => {
  expect(placeOf('/datasets/abcdefghijkmnopqrstuvw')).toBe('/datasets/:id');
});
