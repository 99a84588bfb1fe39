/** Alerts about materials. The spelling "recieving" is specified. */
import { Failure } from '#src/shared/failure.ts';
import type { AlertInput } from '#src/machines/alerts/alert.ts';

export const receivedMessage: AlertInput = {
  type: 'success',
  source: 'Materials',
  content: 'Materials received successfully',
  duration: 5,
};

export const receiveFailedMessage = (thrown: unknown): AlertInput => ({
  type: 'error',
  source: 'Materials',
  content: `Error recieving materials: ${Failure.from(thrown).message}`,
});
