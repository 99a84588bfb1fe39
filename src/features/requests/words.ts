/** What is said of requests. */
import type { News } from '#src/lib/alert.ts';

export const fulfilled: News = {
  type: 'success',
  source: 'Requests',
  content: 'Requests fulfilled successfully',
  duration: 5,
};
