/** A reason why a program can't start that its operator can fix. */

/** The message is one or two sentences: the setting, what is wrong with it, what to do. It is shown without a stack. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}
