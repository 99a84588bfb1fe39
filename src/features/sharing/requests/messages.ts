/** What is said of requests. */
import type { News } from '#src/machines/alerts/alert.ts';

export const fulfilledMessage: News = {
  type: 'success',
  source: 'Requests',
  content: 'Requests fulfilled successfully',
  duration: 5,
};
