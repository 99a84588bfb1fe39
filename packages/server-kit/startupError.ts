/** A startup failure that the operator can fix. */

/** The message is one or two sentences: the setting, what is wrong with it, what to do. It is shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
