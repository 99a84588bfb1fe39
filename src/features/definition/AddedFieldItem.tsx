/** A field that is added to a schema: its name, type and limits, and what adding it takes. */
import { useEffect, useId, useRef } from 'react';
import type { KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import { kindLabels, kindOf, kinds, LimitFields, withKind, type Kind } from '#src/features/proposal/index.ts';
import type { Property } from '#src/machines/proposal/fields.ts';
import { FieldError } from '#src/ui/form/Field.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/IconButton.tsx';
import type { AddedField } from './addedFields.ts';
import { ChangeList } from './ChangeList.tsx';
import { Head, Inputs, Item } from './fieldStyles.ts';

const kindOptions = kinds.map((value) => ({ value, label: kindLabels[value] }));
/** A property that only the JSON Schema shows in full. */
const otherKind = 'other';

type AddedFieldItemProps = {
  field: AddedField;
  problem: string | undefined;
  changes: readonly KeywordChange[];
  hasRecords: boolean;
  /** Takes the focus when it appears. */
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
  const changeProperty = (changed: Property) =>
    change({ property: withoutEmpty({ ...property, ...changed }) });
  const textOf = (keyword: string) => (typeof property[keyword] === 'string' ? property[keyword] : '');
  return (
    <Item aria-label={label}>
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
        <Select
          label="Type"
          name={`type of ${id}`}
          options={kind ? kindOptions : [...kindOptions, { value: otherKind, label: 'See JSON' }]}
          value={kind ?? otherKind}
          onChange={({ target }) => change({ property: withKind(property, target.value as Kind, []) })}
        />
        <LimitFields id={id} kind={kind} property={property} onChange={changeProperty} />
        <TextField
          label="Title"
          name={`title of ${id}`}
          autoComplete="off"
          optional
          value={textOf('title')}
          onChange={({ target }) => changeProperty({ title: target.value || undefined })}
        />
        <TextField
          label="Description"
          name={`description of ${id}`}
          autoComplete="off"
          optional
          value={textOf('description')}
          onChange={({ target }) => changeProperty({ description: target.value || undefined })}
        />
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
    </Item>
  );
}

/** Without the keywords that were emptied. */
const withoutEmpty = (property: Property): Property =>
  Object.fromEntries(Object.entries(property).filter(([, value]) => value !== undefined));
