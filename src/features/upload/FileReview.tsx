/** A chosen file before it is uploaded: its first rows, and the settings for reading it. */
import { useId } from 'react';
import styled from 'styled-components';
import { rowChoices, type RowChoice } from '@cloakroom/contract/parseOptions.ts';
import { encodingLabels } from '@cloakroom/ingest/encoding.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import type { TargetSchema } from '#src/workers/parse/checkFile.ts';
import { useFilePreview } from './filePreview.ts';
import { usePreviousUploads } from './jobQueries.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Fieldset } from '#src/ui/form/Fieldset.ts';
import { Stack } from '#src/ui/layout.ts';
import { FirstRows } from './FirstRows.tsx';
import { ReadingPickers } from './ReadingPickers.tsx';
import { PreviewLoading, PreviewPlaceholder } from './PreviewPlaceholder.tsx';

const Review = styled(Stack)`
  flex: 1;
`;
const Pickers = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.m};
  > * {
    flex: 1 1 12rem;
  }
`;
const Group = styled(Fieldset)`
  display: grid;
  gap: ${token.space.s};
  legend {
    padding: 0 0 ${token.space.xs};
  }
  label {
    display: flex;
    gap: ${token.space.s};
    align-items: center;
    min-block-size: 24px;
  }
  @media (pointer: coarse) {
    label {
      min-block-size: ${token.control.m};
    }
  }
`;

const rowChoiceTexts: Record<RowChoice, string> = {
  all: 'Upload nothing unless all rows are good',
  good: 'Upload the good rows only',
};

/* Above the rows in a low window, where it would otherwise have to be scrolled to. */
const NoticePlace = styled.div`
  @media (max-height: 44rem) {
    order: -1;
  }
`;

/** Warns that the chosen file was uploaded before; it can be uploaded again. */
function DuplicateFileNotice({ schema, fingerprint }: { schema: string; fingerprint: string }) {
  const [last] = usePreviousUploads(schema, fingerprint).data ?? [];
  if (!last) return null;
  const records = formatQuantity(last.records, 'record');
  return (
    <NoticePlace>
      <Banner tone="warning" title={`This file was uploaded on ${formatDateTime(last.completed)}`}>
        {records} of it came into this schema then. Uploading it again stores them a second time.
      </Banner>
    </NoticePlace>
  );
}

type OtherSchemaNoticeProps = { isIgnored: boolean; onIgnore: () => void; onCheck: () => void };

/** Offers to store records here that name another schema. */
function OtherSchemaNotice({ isIgnored, onIgnore, onCheck }: OtherSchemaNoticeProps) {
  if (isIgnored)
    return (
      <Banner tone="info">
        <p>Records in this file name another schema. They are stored in this one.</p>
        <Button onClick={onCheck}>Undo</Button>
      </Banner>
    );
  return (
    <Banner tone="warning">
      <p>Records in this file name another schema, so they are not uploaded here.</p>
      <Button onClick={onIgnore}>Use this schema instead</Button>
    </Banner>
  );
}

type RowsFieldProps = { value: RowChoice; onChange: (rows: RowChoice) => void };

function RowsField({ value, onChange }: RowsFieldProps) {
  const name = useId();
  return (
    <Group>
      <legend>If some rows don’t match the schema</legend>
      {rowChoices.map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          {rowChoiceTexts[each]}
        </label>
      ))}
    </Group>
  );
}

export function FileReview({ file, target }: { file: File; target: TargetSchema }) {
  const { preview, choices, change } = useFilePreview(file, target);
  if (preview === undefined) return <PreviewLoading />;
  if (preview === null) return <PreviewPlaceholder>The first rows can’t be shown.</PreviewPlaceholder>;
  return (
    <Review>
      <Pickers>
        <ReadingPickers reading={preview} onChange={change} />
      </Pickers>
      {preview.guess && (
        <Banner tone="warning">
          <p>
            This file is not UTF-8. It looks like {encodingLabels[preview.guess]}. Are the letters below as
            they should be?
          </p>
          <Button onClick={() => change({ encoding: preview.encoding })}>Read it like this</Button>
        </Banner>
      )}
      {preview.namesOtherSchema && (
        <OtherSchemaNotice
          isIgnored={choices.links === 'ignore'}
          onIgnore={() => change({ links: 'ignore' })}
          onCheck={() => change({ links: 'check' })}
        />
      )}
      <FirstRows
        preview={preview}
        fields={target.fields.map(({ name }) => name)}
        onMatch={(column, field) =>
          change({
            matches: [...(choices.matches ?? []).filter(([name]) => name !== column), [column, field]],
          })
        }
      />
      {/* It loads last, and takes its space from the rows, so that nothing else moves. */}
      <DuplicateFileNotice schema={target.schemaId} fingerprint={preview.fingerprint} />
      <RowsField value={choices.rows ?? 'all'} onChange={(rows) => change({ rows })} />
    </Review>
  );
}
