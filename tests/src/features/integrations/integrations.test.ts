/** Which integrations the settings enable, and which scripts these allow. */
import { expect, test } from 'vitest';
import { integrationsOf, type IntegrationSettings } from '@cloakroom/contract/integrations.ts';
import { purposesOf } from '#src/features/integrations/purposes.ts';
import { isAllowedScript } from '#src/features/integrations/thirdPartyScripts.ts';

const off: IntegrationSettings = {
  VITE_STRIPE_PRICING_TABLE_ID: '',
  VITE_STRIPE_PUBLISHABLE_KEY: '',
  VITE_STRIPE_SCRIPT_URL: '',
  VITE_CHAT_APP_ID: '',
  VITE_CHAT_SCRIPT_URL: '',
  VITE_TUTORIAL_VIDEO_URL: '',
  VITE_PIXELS: '',
  VITE_SENTRY_DSN: '',
};

test('without settings, all integrations are off, no consent is requested and no script is allowed', () => {
  const none = integrationsOf(off);
  expect(none).toEqual({ payment: null, chat: null, video: null, pixels: [], errors: null });
  expect(purposesOf(none)).toEqual([]);
  expect(isAllowedScript('https://js.stripe.com/v3/pricing-table.js', none)).toBe(false);
});

test('a pricing table without its key is off', () => {
  expect(integrationsOf({ ...off, VITE_STRIPE_PRICING_TABLE_ID: 'table' }).payment).toBeNull();
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
])('with all integrations on, the result for %s is %s', (url, allowed) => {
  const all = integrationsOf({
    ...off,
    VITE_STRIPE_PRICING_TABLE_ID: 'table',
    VITE_STRIPE_PUBLISHABLE_KEY: 'key',
    VITE_CHAT_APP_ID: 'app',
    VITE_PIXELS: 'google=G-1,meta=2,linkedin=3',
  });
  expect(isAllowedScript(url, all)).toBe(allowed);
});

test('allows a script at the operator’s own address, and none of the provider’s', () => {
  const own = integrationsOf({
    ...off,
    VITE_CHAT_APP_ID: 'app',
    VITE_CHAT_SCRIPT_URL: 'https://here.example/chat.js',
  });
  expect(isAllowedScript('https://here.example/chat.js', own)).toBe(true);
  expect(isAllowedScript('https://here.example/other.js', own)).toBe(false);
  expect(isAllowedScript('https://js.intercomcdn.com/x.js', own)).toBe(false);
});

test('invalid pixel settings are off', () => {
  expect(integrationsOf({ ...off, VITE_PIXELS: 'unknown=1' }).pixels).toEqual([]);
});

test.each([
  ['https://key@host.example/7', 'https://host.example'],
  ['https://key@host.example:8443/sub/7', 'https://host.example:8443'],
  ['https://host.example/7', undefined],
  ['https://key@host.example/', undefined],
  ['nonsense', undefined],
])('the error reporter’s DSN %s has the origin %s', (dsn, origin) => {
  const { errors } = integrationsOf({ ...off, VITE_SENTRY_DSN: dsn });
  expect(errors?.sources['connect-src']).toEqual(origin && [origin]);
});
