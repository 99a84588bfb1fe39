/** Turns an error of the client into the console's own. */
import { ClientError } from '@cloakroom/client/clientError.ts';
import { Failure } from '#src/shared/failure.ts';
import { replacedUserFailure } from './pageUser.ts';

/**
 * The failure that an error of the client amounts to; anything else, such as the reason of an aborted call, as it is.
 * @param call - method and path, for the sentence about an answer that can't be read.
 */
export function failureOf(thrown: unknown, call: string): unknown {
  if (!(thrown instanceof ClientError)) return thrown;
  const { cause, code, message, status, errors } = thrown;
  // What the console's own fetch throws is a failure already.
  if (cause instanceof Failure) return cause;
  switch (code) {
    case 'offline':
      return new Failure('offline', 'The service can’t be reached. Check your connection and try again.', {
        cause,
      });
    case 'unreadable':
      return new Failure(
        'unexpected',
        `The answer of ${call} can’t be read. Reload the page to get the version of the console that fits.`,
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
