import { expect, test } from 'vitest';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { readSettings } from '#tools/serviceDatabase.ts';

test('reads the retention in hours, and takes an empty setting as 0', () => {
  expect(readSettings({ STORE_RETENTION: '36' }).storeRetentionMs).toBe(36 * 3_600_000);
  expect(readSettings({ STORE_RETENTION: '' }).storeRetentionMs).toBe(0);
});

test.each(['-1', '0.5', 'a day', '9000'])('rejects a retention of %j', (hours) => {
  expect(() => readSettings({ STORE_RETENTION: hours })).toThrow(StartupError);
  expect(() => readSettings({ STORE_RETENTION: hours })).toThrow(/^STORE_RETENTION: /);
});
