/** The fields of a proposal, as a form or as JSON Schema. Each shows the edits of the other. */
import { lazy, Suspense, useCallback, useState } from 'react';
import type { UnfitValues } from '@cloakroom/ingest/unfitValues.ts';
import { useActors } from '#src/features/root/index.ts';
import { readSchemaText } from '#src/features/schemas/index.ts';
import {
  definitionOf,
  withDefinition,
  type Definition,
  type DraftField,
} from '#src/machines/proposal/fields.ts';
import type { FieldChange } from '#src/machines/proposal/types.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { useGrowingCount } from '#src/ui/useGrowingCount.ts';
import type { FieldProblems } from './fieldKinds.ts';
import { FieldRow } from './FieldRow.tsx';

const SchemaEditor = lazy(async () => ({
  default: (await import('#src/features/schemas/SchemaEditor.tsx')).SchemaEditor,
}));

const OtherFieldsDialog = lazy(async () => ({
  default: (await import('./OtherFieldsDialog.tsx')).OtherFieldsDialog,
}));

type FieldsFormProps = {
  fields: readonly DraftField[];
  /** The fields as they were proposed from the file; empty until the file is read. */
  proposed: readonly DraftField[];
  /** The values that do not fit a field, by the id of the field. */
  unfit: ReadonlyMap<string, UnfitValues>;
  problems: FieldProblems;
  /** Whether the last edit of the JSON has problems, so that it is not part of the proposal. */
  hasJsonProblem: boolean;
  onJsonProblem: (hasProblem: boolean) => void;
};

export function FieldsForm({
  fields,
  proposed,
  unfit,
  problems,
  hasJsonProblem,
  onJsonProblem,
}: FieldsFormProps) {
  const { proposal } = useActors();
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const [isChoosing, setIsChoosing] = useState(false);
  const replace = (next: DraftField[]) => {
    setView('fields');
    onJsonProblem(false);
    proposal.send({ type: 'fields.replaced', fields: next });
  };
  const change = useCallback(
    (id: string, changes: FieldChange) => proposal.send({ type: 'field.changed', id, change: changes }),
    [proposal],
  );
  const rendered = useGrowingCount(fields.length);
  const move = useCallback(
    (id: string, by: -1 | 1) => proposal.send({ type: 'field.moved', id, by }),
    [proposal],
  );
  return (
    <Stack>
      <Row $justify="space-between">
        <Row role="group" aria-label="View of the fields">
          {(['fields', 'json'] as const).map((each) => (
            <Button
              key={each}
              kind={view === each ? 'secondary' : 'quiet'}
              aria-pressed={view === each}
              icon={each === 'json' ? 'code' : 'columns'}
              unavailable={each === 'fields' && hasJsonProblem ? 'Correct the JSON Schema first.' : undefined}
              onClick={() => setView(each)}
            >
              {each === 'json' ? 'JSON Schema' : 'Fields'}
            </Button>
          ))}
        </Row>
        <Button
          icon="schema"
          unavailable={proposed.length > 0 ? undefined : 'Select the file again first.'}
          onClick={() => setIsChoosing(true)}
        >
          Use other fields
        </Button>
      </Row>
      {isChoosing && (
        <Suspense>
          <OtherFieldsDialog proposed={proposed} onChosen={replace} onClose={() => setIsChoosing(false)} />
        </Suspense>
      )}
      {problems.others.map((problem) => (
        <Banner key={problem} tone="error">
          {problem}
        </Banner>
      ))}
      {view === 'json' ? (
        <JsonView fields={fields} onJsonProblem={onJsonProblem} />
      ) : (
        <Stack as={PlainList} $gap="s" aria-label="Fields">
          {fields.slice(0, rendered).map((field, at) => (
            <FieldRow
              key={field.id}
              field={field}
              problem={problems.byField.get(field.id)}
              unfit={unfit.get(field.id)}
              isFirst={at === 0}
              isLast={at === fields.length - 1}
              onChange={change}
              onMove={move}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function JsonView({ fields, onJsonProblem }: Pick<FieldsFormProps, 'fields' | 'onJsonProblem'>) {
  const { proposal } = useActors();
  const [initialText] = useState(() => JSON.stringify(definitionOf(fields), null, 2));
  // Each edit is compared with the fields before the first edit, so that a name that is typed letter by letter keeps its column.
  const [initialFields] = useState(fields);
  const apply = useCallback(
    (text: string) => {
      if (text === initialText) return;
      const { schema } = readSchemaText(text);
      onJsonProblem(schema === null);
      if (schema)
        proposal.send({
          type: 'fields.replaced',
          fields: withDefinition(initialFields, schema as unknown as Definition),
        });
    },
    [initialFields, initialText, onJsonProblem, proposal],
  );
  return (
    <Suspense fallback={<Skeleton label="Loading the editor" lines={12} />}>
      <SchemaEditor initialText={initialText} onText={apply} />
    </Suspense>
  );
}
