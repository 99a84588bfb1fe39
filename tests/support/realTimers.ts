/** Gives the next test file of the same process its real clock back. */
import { afterAll, vi } from 'vitest';

afterAll(() => void vi.useRealTimers());
