/** Restores the real clock for the next test file of the same process. */
import { afterAll, vi } from 'vitest';

afterAll(() => void vi.useRealTimers());
