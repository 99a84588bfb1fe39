/** The error of a value that is not what was sealed. */

/** A sealed value was changed, cut, moved, or sealed with another key. It names the place and carries no text of it. */
export class Tampered extends Error {
  override readonly name = 'Tampered';
  readonly field: string;
  /** The record's public id. */
  readonly record: string;

  constructor(field: string, record: string) {
    super(
      `The value of "${field}" in record ${record} was changed, moved or sealed with another key, so it stays closed. ` +
        'Tell whoever runs the service: what it stores is not what was uploaded.',
    );
    this.field = field;
    this.record = record;
  }
}
