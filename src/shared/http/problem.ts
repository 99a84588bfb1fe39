/** Converts errors of the client to failures. */
import { ClientError } from '@cloakroom/client/clientError.ts';
import { Failure } from '#src/shared/failure.ts';
import { replacedUserFailure } from './pageUser.ts';

/**
 * Converts an error of the client to a failure; returns anything else, such as the reason of an abort, unchanged.
 * @param call - method and path, for the message about an unreadable response.
 */
export function failureOf(thrown: unknown, call: string): unknown {
  if (!(thrown instanceof ClientError)) return thrown;
  const { cause, code, message, status, errors } = thrown;
  // Thrown by the fetch of the console.
  if (cause instanceof Failure) return cause;
  switch (code) {
    case 'offline':
      return new Failure('offline', 'The service can’t be reached. Check your connection and try again.', {
        cause,
      });
    case 'unreadable':
      return new Failure(
        'unexpected',
        `The response to ${call} can’t be read. Reload the page to get the matching version of the console.`,
        { cause },
      );
    case 'too-long':
      return new Failure('unexpected', message, { cause: thrown });
    default:
      return (
        replacedUserFailure((name) => thrown.header(name)) ?? new Failure(code, message, { status, errors })
      );
  }
}
