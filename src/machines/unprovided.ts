/** The default implementation of actors, which each `effects.ts` replaces. */
import { Failure } from '#src/shared/failure.ts';

export const unprovided = (): never => {
  throw new Failure('unexpected', 'A machine was started without its effects.');
};
