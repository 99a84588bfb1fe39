/** A field that is added to a schema: its name, type and limits, and what adding it requires. */
import { useEffect, useId, useRef } from 'react';
import type { KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import { FieldItem, kindOf, KindSelect, LimitFields } from '#src/features/proposal/index.ts';
import type { Property } from '#src/machines/proposal/fields.ts';
import { FieldError } from '#src/ui/form/Field.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { AddedField } from './addedFields.ts';
import { ChangeList } from './ChangeList.tsx';
import { Head, Inputs } from './fieldStyles.ts';
import { NoteFields, withKeywords } from './NoteFields.tsx';

type AddedFieldItemProps = {
  field: AddedField;
  problem: string | undefined;
  changes: readonly KeywordChange[];
  hasRecords: boolean;
  /** Whether the field gets the focus when it appears. */
  focused: boolean;
  onChange: (field: AddedField) => void;
  onRemove: () => void;
};

export function AddedFieldItem({
  field,
  problem,
  changes,
  hasRecords,
  focused,
  onChange,
  onRemove,
}: AddedFieldItemProps) {
  const { id, name, property, required } = field;
  const nameInput = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => {
    if (focused) nameInput.current?.focus();
  }, [focused]);
  const label = name || 'new field';
  const kind = kindOf(property);
  const change = (changed: Partial<AddedField>) => onChange({ ...field, ...changed });
  const changeProperty = (changed: Property) => change({ property: withKeywords(property, changed) });
  return (
    <FieldItem aria-label={label}>
      <Inputs>
        <TextField
          ref={nameInput}
          label="Name"
          name={`name of ${id}`}
          autoComplete="off"
          spellCheck={false}
          {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': `${errorId}-error` })}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <KindSelect id={id} property={property} onChange={(changed) => change({ property: changed })} />
        <LimitFields id={id} kind={kind} property={property} onChange={changeProperty} />
        <NoteFields id={id} property={property} onChange={changeProperty} />
        <IconButton icon="trash" label={`Remove ${label}`} onClick={onRemove} />
      </Inputs>
      <FieldError id={errorId}>{problem}</FieldError>
      {!hasRecords && (
        <Head>
          <Checkbox
            label="Required"
            name={`required of ${id}`}
            checked={required}
            onChange={({ target }) => change({ required: target.checked })}
          />
        </Head>
      )}
      <ChangeList field={label} changes={changes} hasRecords={hasRecords} />
    </FieldItem>
  );
}
