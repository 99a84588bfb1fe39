/** A command that was called in a way that it can't be understood. */
export class UsageError extends Error {
  override readonly name = 'Misused';
}
