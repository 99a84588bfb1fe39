/** A command that was called in a way that it can't be understood. */
export class Misused extends Error {
  override readonly name = 'Misused';
}
