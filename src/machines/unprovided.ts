/** The default of the actors that each `effects.ts` provides. */
import { Failure } from '#src/shared/failure.ts';

export const unprovided = (): never => {
  throw new Failure('unexpected', 'A machine was started without its effects.');
};
