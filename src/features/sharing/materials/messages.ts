/** What is said of materials. The misspelling is the specification's. */
import { Failure } from '#src/shared/failure.ts';
import type { News } from '#src/machines/alerts/alert.ts';

export const receivedMessage: News = {
  type: 'success',
  source: 'Materials',
  content: 'Materials received successfully',
  duration: 5,
};

export const receiveFailedMessage = (thrown: unknown): News => ({
  type: 'error',
  source: 'Materials',
  content: `Error recieving materials: ${Failure.from(thrown).message}`,
});
