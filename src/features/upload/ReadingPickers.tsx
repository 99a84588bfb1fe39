/** Selects how a file is read: its encoding, and the delimiter of CSV. */
import { delimiters, encodings, type Delimiter, type Encoding } from '@cloakroom/contract/parseOptions.ts';
import { encodingLabels } from '@cloakroom/ingest/encoding.ts';
import type { FileChoices, FileFormat } from '#src/shared/proposedFile.ts';
import { Select } from '#src/ui/form/Select.tsx';

const delimiterTexts: Record<Delimiter, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' };
const encodingOptions = encodings.map((value) => ({ value, label: encodingLabels[value] }));
const delimiterOptions = delimiters.map((value) => ({ value, label: delimiterTexts[value] }));

type ReadingPickersProps = {
  reading: Pick<FileFormat, 'format' | 'encoding' | 'delimiter'>;
  onChange: (choices: FileChoices) => void;
};

export function ReadingPickers({ reading, onChange }: ReadingPickersProps) {
  return (
    <>
      <Select
        label="Encoding"
        name="encoding"
        options={encodingOptions}
        value={reading.encoding}
        onChange={({ target }) => onChange({ encoding: target.value as Encoding })}
      />
      {reading.format === 'csv' && (
        <Select
          label="Delimiter"
          name="delimiter"
          options={delimiterOptions}
          value={reading.delimiter}
          onChange={({ target }) => onChange({ delimiter: target.value as Delimiter })}
        />
      )}
    </>
  );
}
