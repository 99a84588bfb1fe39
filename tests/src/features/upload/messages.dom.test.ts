import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { paceText, sentText, announcementText } from '#src/features/upload/messages.ts';
import { useThrottledAnnouncement } from '#src/features/upload/useThrottledAnnouncement.ts';
import { noUpload, type UploadContext } from '#src/machines/upload/types.ts';

const upload = (part: Partial<UploadContext>): UploadContext => ({ schema: 's1', ...noUpload, ...part });
const storing = (part: Partial<UploadContext>) =>
  upload({ phase: 'storing', processed: 2000, total: 42_000, ...part });

test.each([
  [storing({ rate: 10_000 }), '10,000 records a second, a few seconds left in this step'],
  [storing({ rate: 1900 }), '1,900 records a second, about 25 seconds left in this step'],
  [storing({ rate: 400 }), '400 records a second, about 2 minutes left in this step'],
  [storing({ rate: 4 }), '4 records a second, about 3 hours left in this step'],
  [
    upload({ phase: 'sending', processed: 1, total: 2, sent: 1_500_000, size: 3_000_000, rate: 500_000 }),
    '500 kB a second, a few seconds left in this step',
  ],
  [storing({ rate: 10_000, stalled: true }), ''],
  [storing({ rate: null }), ''],
])('speed and time left are shown if they are known: %#', (pace, text) => {
  expect(paceText(pace)).toBe(text);
});

test('the sent bytes are shown while the file is sent', () => {
  expect(sentText(upload({ phase: 'sending', sent: 1_200_000, size: 4_100_000 }))).toBe(
    '1.2 MB of 4.1 MB sent',
  );
  expect(sentText(storing({}))).toBe('');
});

test('announcements have the phase and every tenth percent, at most once in five seconds', () => {
  vi.useFakeTimers();
  const { result, rerender } = renderHook(({ text }) => useThrottledAnnouncement(text), {
    initialProps: { text: announcementText(upload({ progress: 4 })) },
  });
  const heard = [result.current];
  for (let progress = 5; progress <= 100; progress += 1) {
    rerender({ text: announcementText(storing({ progress })) });
    vi.advanceTimersByTime(200);
    rerender({ text: announcementText(storing({ progress })) });
    if (heard.at(-1) !== result.current) heard.push(result.current);
  }
  expect(heard[0]).toBe('Reading and checking, 0 %');
  expect(heard.slice(1).every((text) => /^Storing, \d*0 %$/.test(text))).toBe(true);
  // Twenty seconds have passed.
  expect(heard.length).toBeGreaterThan(3);
  expect(heard.length).toBeLessThanOrEqual(6);
});
