/** The errors for changed values, and for records with missing values. */

/** A sealed value was changed, truncated, moved, or sealed with another key. The error names the record and fields, and contains no value. */
export class Tampered extends Error {
  override readonly name = 'Tampered';
  readonly field: string;
  /** The record's public id. */
  readonly record: string;

  constructor(field: string, record: string) {
    super(
      `The value of "${field}" in record ${record} was changed, moved or sealed with another key, so it stays closed. ` +
        'Tell the operator of the service: what it stores is not what was uploaded.',
    );
    this.field = field;
    this.record = record;
  }
}

/** A sealed record has other fields than it was sealed with. */
export class FieldSetMismatch extends Error {
  override readonly name = 'FieldsTaken';
  /** The record's public id. */
  readonly record: string;
  /** The names of the fields whose values are missing; empty if that can't be found out. */
  readonly fields: readonly string[];

  /** @param isUntagged - whether the record came without a field-set tag. */
  constructor(record: string, fields: readonly string[], isUntagged = false) {
    const values = fields.length === 1 ? 'the value' : 'the values';
    const what = isUntagged
      ? 'came without its "field_set", so values could be missing. Send it as it was listed. If it is listed without one, fields were taken away'
      : fields.length > 0
        ? `has lost ${values} of ${fields.map((field) => `"${field}"`).join(', ')}`
        : 'has other fields than it was sealed with: fields were taken away or exchanged';
    super(
      `Record ${record} ${what}: what is stored is not what was uploaded. The record stays closed. Tell the operator of the service.`,
    );
    this.record = record;
    this.fields = fields;
  }
}
