import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { envelopeText } from '@cloakroom/wire/envelope.ts';
import { groupReference } from '@cloakroom/wire/groupReference.ts';
import { ServiceView } from '#src/features/records/ServiceView.tsx';
import { columnsOf, type RecordRow } from '#src/features/records/recordRows.ts';
import { schema, sealed } from '../../support/records.ts';
import { show } from '../../support/render.tsx';

const [ada] = sealed;
const envelope = envelopeText(Uint8Array.from({ length: 56 }, (_, at) => at));
const record = { ...ada!, data: { name: envelope, age: envelope } };
const open = { name: 'Ada Lovelace', age: 36 };
const look = (values?: typeof open) =>
  show(
    <ServiceView
      row={{ record, number: 7, open: values }}
      fields={columnsOf(schema.schema)}
      onClose={() => undefined}
    />,
  );
const field = (name: string) => within(screen.getByRole('region', { name, hidden: true }));

test('a record is shown decrypted and as it is stored, with what each field reveals', () => {
  look(open);
  screen.getByRole('heading', { name: 'Record 7: what the service sees', hidden: true });
  field('name').getByText('Ada Lovelace');
  field('name').getByText('shows a length of 0 to 14 bytes');
  field('name').getByText('At the service, 56 bytes');
  field('name').getByText('000102030405060708090a0b0c0d0e0f1011121314151617');
  field('age').getByText('36');
  field('age').getByText('shows what the schema says: 0 to 120');
  field('team').getByText('shows that there is no value');
  field('team').getByText('nothing');
  screen.getByText('2 of 3');
});

test('a sealed record shows no value, and says so', () => {
  look();
  field('name').getByText('Sealed here too. Decrypt to compare.');
  expect(screen.queryByText('Ada Lovelace')).toBeNull();
});

describe('a record of a group', () => {
  const sealedField = Uint8Array.from({ length: 48 }, (_, at) => at);
  const data = Object.fromEntries(
    ['name', 'team', 'age'].map((name) => [name, groupReference(sealedField, 3)]),
  );
  const lookAt = (row: Partial<RecordRow> = {}) =>
    show(
      <ServiceView
        row={{ record: { ...ada!, data }, number: 7, open: undefined, ...row }}
        fields={columnsOf(schema.schema)}
        onClose={() => undefined}
      />,
    );

  test('shows some bytes of each field, and reveals nothing but the group', () => {
    lookAt({ open, empty: ['team'] });
    for (const name of ['name', 'team', 'age']) {
      field(name).getByText('shows nothing');
      field(name).getByText('… 030405060708090a …');
      field(name).getByText('At the service, in one piece with other records');
    }
    field('name').getByText('Ada Lovelace');
    screen.getByText('Sealed with');
    screen.getByText('up to 31 records of the same upload');
    expect(screen.queryByText('Fields with a value')).toBeNull();
  });

  test('that is sealed does not show which fields have values', () => {
    lookAt();
    for (const name of ['name', 'team', 'age']) field(name).getByText('Sealed here too. Decrypt to compare.');
  });

  test('that is decrypted shows that a field has no value', () => {
    lookAt({ open, empty: ['team'] });
    field('team').getByText('no value');
  });

  test('keeps a field sealed that the person may not decrypt', () => {
    lookAt({ open: { name: 'Ada Lovelace' }, empty: ['team'] });
    field('team').getByText('no value');
    field('age').getByText('Sealed here too. Decrypt to compare.');
  });

  test('names a damaged field', () => {
    lookAt({ open, damaged: ['team'] });
    field('team').getByText('damaged: lost or not what was uploaded');
  });
});
