/** Alerts about requests. */
import type { AlertInput } from '#src/machines/alerts/alert.ts';

export const fulfilledMessage: AlertInput = {
  type: 'success',
  source: 'Requests',
  content: 'Requests fulfilled successfully',
  duration: 5,
};
