/** One field of a schema: its limits, its title, and what each change requires. */
import type { KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { FieldItem, kindLabels, kindOf, LimitFields } from '#src/features/proposal/index.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { ChangeList } from './ChangeList.tsx';
import { Head, Inputs } from './fieldStyles.ts';
import { NoteFields, withKeywords } from './NoteFields.tsx';

type Property = Record<string, unknown>;

type EditedFieldProps = {
  name: string;
  definition: JsonSchema;
  changes: readonly KeywordChange[];
  hasRecords: boolean;
  onChange: (definition: JsonSchema) => void;
};

export function EditedField({ name, definition, changes, hasRecords, onChange }: EditedFieldProps) {
  const property = definition.properties[name] as Property;
  const required = definition.required ?? [];
  const kind = kindOf(property);
  const changeProperty = (edited: Property) =>
    onChange({
      ...definition,
      properties: { ...definition.properties, [name]: withKeywords(property, edited) },
    });
  const requireValue = (isRequired: boolean) =>
    onChange({
      ...definition,
      required: isRequired ? [...required, name] : required.filter((each) => each !== name),
    });
  return (
    <FieldItem aria-label={name}>
      <Head>
        <code>{name}</code>
        <Badge>{kind ? kindLabels[kind] : String(property.type)}</Badge>
        <Checkbox
          label="Required"
          name={`required of ${name}`}
          checked={required.includes(name)}
          onChange={({ target }) => requireValue(target.checked)}
        />
      </Head>
      <Inputs>
        <LimitFields id={name} kind={kind} property={property} onChange={changeProperty} />
        <NoteFields id={name} property={property} onChange={changeProperty} />
      </Inputs>
      <ChangeList field={name} changes={changes} hasRecords={hasRecords} />
    </FieldItem>
  );
}
