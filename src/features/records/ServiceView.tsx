/** One record twice: as its owner reads it, and as the service stores it, with what the stored bytes give away. */
import styled from 'styled-components';
import type { Field } from '@cloakroom/contract/fields.ts';
import { recordsPerGroup } from '@cloakroom/contract/segments.ts';
import { isGroupReference } from '@cloakroom/wire/groupReference.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import { formatCount } from '#src/shared/format/counts.ts';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { shortText } from '#src/shared/format/sealedText.ts';
import { groupSample, sealedParts, type SealedParts } from './sealedParts.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { sealedValue, type RecordRow } from './recordRows.ts';

const Pairs = styled.div`
  display: grid;
  gap: ${token.space.m};
  section {
    display: grid;
    gap: ${token.space.xs} ${token.space.m};
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.6fr);
    padding-block-end: ${token.space.m};
    border-block-end: 1px solid ${token.color.border};
  }
  h3 {
    display: flex;
    flex-wrap: wrap;
    gap: ${token.space.s};
    grid-column: 1 / -1;
    align-items: center;
    margin: 0;
    font-size: ${token.size.m};
    overflow-wrap: anywhere;
  }
  ${screen.phone} {
    section {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
const Side = styled.div`
  min-inline-size: 0;
  overflow-wrap: anywhere;
  > small {
    display: block;
    font-size: ${token.size.xs};
    color: ${token.color.muted};
  }
  code {
    font-family: ${token.font.code};
    font-size: ${token.size.xs};
    line-height: 1.6;
  }
  b {
    font-weight: 400;
    color: ${token.color.primary};
  }
`;

/** Hexadecimal digits shown of the content; the rest is equally random. */
const maxShownDigits = 128;

type ServiceViewProps = { row: RecordRow; fields: readonly Field[]; onClose: () => void };

export function ServiceView({ row, fields, onClose }: ServiceViewProps) {
  const { number, record, open, damaged } = row;
  const sealedValues = Object.values(record.data);
  const isGrouped = sealedValues.some(isGroupReference);
  return (
    <Dialog title={`Record ${number}: what the service sees`} size="l" onClose={onClose} reading>
      <Stack>
        <p>
          The keys are on this machine only. The service stores the bytes on the right; anyone who steals its
          database gets nothing more.
        </p>
        <Pairs>
          {fields.map((field) => (
            <section key={field.name} aria-label={field.name}>
              <Pair
                field={field}
                open={open?.[field.name]}
                sealed={record.data[field.name]}
                hasValue={sealedValue(row, field.name) !== undefined}
                isDamaged={damaged?.includes(field.name)}
              />
            </section>
          ))}
        </Pairs>
        <h3>Stored beside the values, readable</h3>
        <DescriptionList
          facts={[
            { name: 'Record ID', value: record.id },
            { name: 'Stored', value: formatDateTime(record.created) },
            { name: 'Uploaded by', value: `user ${idIn(record.owner)}` },
            ...(isGrouped
              ? [{ name: 'Sealed with', value: `up to ${recordsPerGroup - 1} records of the same upload` }]
              : [{ name: 'Fields with a value', value: `${sealedValues.length} of ${fields.length}` }]),
          ]}
        />
        <Muted>
          A search shows the service no value: the index is sealed too, in blocks of one size under random
          labels.
        </Muted>
      </Stack>
    </Dialog>
  );
}

type PairProps = {
  field: Field;
  open: string | number | undefined;
  sealed: string | undefined;
  /** False if the record is known to have no value. */
  hasValue: boolean;
  isDamaged: boolean | undefined;
};

function Pair({ field, open, sealed, hasValue, isDamaged }: PairProps) {
  const sample = sealed === undefined ? null : groupSample(sealed);
  const parts = sealed === undefined ? null : sealedParts(sealed);
  return (
    <>
      <h3>
        {field.name}
        {sealed === undefined ? (
          <Badge tone="warning">shows that there is no value</Badge>
        ) : (
          <Badge tone="success" icon="lock">
            {parts ? leakText(field, parts) : 'shows nothing'}
          </Badge>
        )}
      </h3>
      <Side>
        <small>Here</small>
        {isDamaged ? (
          <Muted>damaged: lost or not what was uploaded</Muted>
        ) : !hasValue ? (
          <Muted>no value</Muted>
        ) : open === undefined ? (
          <Muted>Sealed here too. Decrypt to compare.</Muted>
        ) : (
          shortText(open)
        )}
      </Side>
      <Side>
        <small>
          At the service
          {parts && `, ${formatCount(parts.bytes)} bytes`}
          {sample && ', in one piece with other records'}
        </small>
        {sample ? <code>… {sample} …</code> : parts ? <Bytes parts={parts} /> : <Muted>nothing</Muted>}
      </Side>
    </>
  );
}

/** Nonce and tag in another color than the ciphertext. */
function Bytes({ parts: { nonce, content, tag } }: { parts: SealedParts }) {
  return (
    <code>
      <b>{nonce}</b> {content.slice(0, maxShownDigits)}
      {content.length > maxShownDigits && '…'} <b>{tag}</b>
    </code>
  );
}

/** What the bytes and the schema reveal: neither the value, nor whether two records have the same one. */
function leakText(field: Field, { from, to }: SealedParts): string {
  if (field.type !== 'string') return `shows what the schema says: ${field.minimum} to ${field.maximum}`;
  if (field.enum) return `shows what the schema says: one of ${field.enum.length}`;
  return `shows a length of ${formatCount(from)} to ${formatCount(to)} bytes`;
}
