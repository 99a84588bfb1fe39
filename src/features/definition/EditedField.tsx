/** One field of a schema: its limits, its title, and what each change takes. */
import type { KeywordChange } from '@cloakroom/contract/definitionChange.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { kindLabels, kindOf, LimitFields } from '#src/features/proposal/index.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { ChangeList } from './ChangeList.tsx';
import { Head, Inputs, Item } from './fieldStyles.ts';

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
      properties: { ...definition.properties, [name]: withoutEmpty({ ...property, ...edited }) },
    });
  const requireValue = (isRequired: boolean) =>
    onChange({
      ...definition,
      required: isRequired ? [...required, name] : required.filter((each) => each !== name),
    });
  const textOf = (keyword: string) => (typeof property[keyword] === 'string' ? property[keyword] : '');
  return (
    <Item aria-label={name}>
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
        <TextField
          label="Title"
          name={`title of ${name}`}
          autoComplete="off"
          optional
          value={textOf('title')}
          onChange={({ target }) => changeProperty({ title: target.value || undefined })}
        />
        <TextField
          label="Description"
          name={`description of ${name}`}
          autoComplete="off"
          optional
          value={textOf('description')}
          onChange={({ target }) => changeProperty({ description: target.value || undefined })}
        />
      </Inputs>
      <ChangeList field={name} changes={changes} hasRecords={hasRecords} />
    </Item>
  );
}

/** Without the keywords that were emptied. */
const withoutEmpty = (property: Property): Property =>
  Object.fromEntries(Object.entries(property).filter(([, value]) => value !== undefined));
