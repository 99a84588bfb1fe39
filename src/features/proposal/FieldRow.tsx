/** One proposed field: its name, type and limits, samples of its values, and what the service learns about them. */
import { memo, useId } from 'react';
import styled from 'styled-components';
import type { UnfitValues } from '@cloakroom/ingest/unfitValues.ts';
import type { DraftField, Property } from '#src/machines/proposal/fields.ts';
import type { FieldChange } from '#src/machines/proposal/types.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { FieldError } from '#src/ui/form/Field.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import { useGrowingCount } from '#src/ui/useGrowingCount.ts';
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx';
import { kindOf, learnedText } from './fieldKinds.ts';
import { FieldItem } from './fieldItem.ts';
import { KindSelect } from './KindSelect.tsx';
import { LimitFields } from './LimitFields.tsx';
import { noteTexts } from './messages.ts';

const Inputs = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 3fr) minmax(9.5rem, 2fr) minmax(0, 4fr) minmax(0, 3fr) auto;
  gap: ${token.space.sm};
  align-items: start;
  /* Name and type share a line, as do description and buttons. */
  @media (max-width: 1099px) {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    > * {
      flex: 1 1 100%;
    }
    > :nth-child(-n + 2) {
      flex: 1 1 40%;
    }
    > :nth-last-child(2) {
      flex: 1 1 50%;
    }
    > :last-child {
      flex: none;
    }
  }
`;
/* Beside the controls, which have a label above them. */
const Buttons = styled.div`
  display: flex;
  gap: ${token.space.xs};
  margin-block-start: calc(1.5 * ${token.size.s} + 6px);
  @media (max-width: 1099px) {
    margin-block-start: 0;
  }
`;
const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.m};
  align-items: center;
  font-size: ${token.size.s};
  color: ${token.color.muted};
  > span:first-child {
    overflow-wrap: anywhere;
  }
`;
const Note = styled.p`
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;
const LeftOut = styled.li`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s} ${token.space.m};
  align-items: center;
  justify-content: space-between;
  padding: ${token.space.s} ${token.space.m};
  color: ${token.color.muted};
  border: 1px dashed ${token.color.border};
  border-radius: ${token.radius.m};
  overflow-wrap: anywhere;
`;

type FieldRowProps = {
  field: DraftField;
  problem: string | undefined;
  /** The values of the file that do not fit the field. */
  unfit: UnfitValues | undefined;
  isFirst: boolean;
  isLast: boolean;
  onChange: (id: string, change: FieldChange) => void;
  onMove: (id: string, by: -1 | 1) => void;
};

/** Memoized, because a schema may have 200 fields. */
export const FieldRow = memo(function FieldRow({
  field,
  problem,
  unfit,
  isFirst,
  isLast,
  onChange,
  onMove,
}: FieldRowProps) {
  const { id, column, heading, name, included, required, property, samples, note } = field;
  const errorId = useId();
  const change = (changes: FieldChange) => onChange(id, changes);
  const label = name || heading || 'unnamed field';
  if (!included)
    return (
      <LeftOut>
        <span>{label} is left out</span>
        <Button
          size="s"
          icon="plus"
          aria-label={`Include ${label}`}
          onClick={() => change({ included: true })}
        >
          Include
        </Button>
      </LeftOut>
    );
  const kind = kindOf(property);
  const changeProperty = (changes: Property) => change({ property: { ...property, ...changes } });
  return (
    <FieldItem aria-label={label}>
      <Inputs>
        <TextField
          label="Name"
          name={`name of ${id}`}
          autoComplete="off"
          aria-invalid={problem ? true : undefined}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <KindSelect
          id={id}
          property={property}
          samples={samples}
          onChange={(changed) => change({ property: changed })}
        />
        <LimitFields id={id} kind={kind} property={property} onChange={changeProperty} />
        <TextField
          label="Description"
          name={`description of ${id}`}
          autoComplete="off"
          optional
          value={typeof property.description === 'string' ? property.description : ''}
          onChange={({ target }) => changeProperty({ description: target.value || undefined })}
        />
        <Buttons>
          <IconButton
            icon="arrowUp"
            label={`Move ${label} up`}
            unavailable={isFirst ? 'It is the first field.' : undefined}
            onClick={() => onMove(id, -1)}
          />
          <IconButton
            icon="arrowDown"
            label={`Move ${label} down`}
            unavailable={isLast ? 'It is the last field.' : undefined}
            onClick={() => onMove(id, 1)}
          />
          <IconButton icon="trash" label={`Leave ${label} out`} onClick={() => change({ included: false })} />
        </Buttons>
      </Inputs>
      <FieldError id={errorId}>{problem}</FieldError>
      <Facts>
        <Samples samples={samples} />
        <Checkbox
          label="Required"
          name={`required of ${id}`}
          checked={required}
          onChange={({ target }) => change({ required: target.checked })}
        />
        <Badge tone="success" icon="shield">
          <VisuallyHidden>The service learns: </VisuallyHidden>
          {learnedText(property)}
        </Badge>
      </Facts>
      {unfit && (
        <Banner tone="warning">
          {formatQuantity(unfit.rows, 'value')} of the file {unfit.rows === 1 ? 'does' : 'do'} not fit. The
          first one is in {/^\d/.test(unfit.first.row) ? 'line' : 'item'} {unfit.first.row}:{' '}
          {unfit.first.reason}
        </Banner>
      )}
      {column === null && <Note>The file has no column for this field.</Note>}
      {note && <Note>{noteTexts[note]}</Note>}
    </FieldItem>
  );
});

/** Renders one more sample in each frame: each may be the first text in its script, for which a font is looked up. */
function Samples({ samples }: { samples: readonly string[] }) {
  const rendered = useGrowingCount(samples.length);
  return (
    <span>
      {samples.length > 0 ? `For example ${samples.slice(0, rendered).join(' · ')}` : 'No values to show'}
    </span>
  );
}
