/** What is said of materials. The misspelling is the specification's. */
import { Failure } from '#src/lib/failure.ts';
import type { News } from '#src/lib/alert.ts';

export const received: News = {
  type: 'success',
  source: 'Materials',
  content: 'Materials received successfully',
  duration: 5,
};

export const notReceived = (thrown: unknown): News => ({
  type: 'error',
  source: 'Materials',
  content: `Error recieving materials: ${Failure.from(thrown).message}`,
});
