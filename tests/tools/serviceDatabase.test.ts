import { expect, test } from 'vitest';
import { StartupError } from '@cloakroom/server-kit/startupError.ts';
import { readSettings } from '#tools/serviceDatabase.ts';

test('the retention is read in hours, and is 0 where its setting is empty', () => {
  expect(readSettings({ STORE_RETENTION: '36' }).storeRetentionMs).toBe(36 * 3_600_000);
  expect(readSettings({ STORE_RETENTION: '' }).storeRetentionMs).toBe(0);
});

test.each(['-1', '0.5', 'a day', '9000'])('a retention of %j is refused', (hours) => {
  expect(() => readSettings({ STORE_RETENTION: hours })).toThrow(StartupError);
  expect(() => readSettings({ STORE_RETENTION: hours })).toThrow(/^STORE_RETENTION: /);
});
