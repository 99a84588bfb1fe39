/** The fields of a schema as a form or as JSON Schema, what each change requires, and the button that saves the changes. */
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { maxFields, type JsonSchema } from '@cloakroom/contract/fields.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { permissionQueries } from '#src/features/permissions/index.ts';
import { useBehindProxy } from '#src/features/proxy/index.ts';
import { readSchemaText } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { AddedFieldItem } from './AddedFieldItem.tsx';
import { dividedDefinition, emptyField, problemOf, withAddedFields, type AddedField } from './addedFields.ts';
import { ChangeSummary } from './ChangeSummary.tsx';
import { comparisonOf, type EditComparison } from './comparison.ts';
import { EditedField } from './EditedField.tsx';
import { ReindexingProgress } from './ReindexingProgress.tsx';
import { definitionQueries, useChangeDefinition } from './queries.ts';

const SchemaEditor = lazy(async () => ({
  default: (await import('#src/features/schemas/SchemaEditor.tsx')).SchemaEditor,
}));

const Actions = styled(Row)`
  flex-wrap: wrap;
`;

type EditFieldsFormProps = { schema: Schema; back: string; onSaved: () => void };

export function EditFieldsForm({ schema, back, onSaved }: EditFieldsFormProps) {
  /** The existing fields of the schema, as edited. */
  const [existing, setExisting] = useState<JsonSchema>(schema.schema);
  const [added, setAdded] = useState<AddedField[]>([]);
  /** The field that was added last. */
  const [focused, setFocused] = useState<string>();
  const addButton = useRef<HTMLButtonElement>(null);
  const definition = useMemo(() => withAddedFields(existing, added), [existing, added]);
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const [hasJsonProblem, setHasJsonProblem] = useState(false);
  const { data: stored } = useQuery(definitionQueries.check(schema.id, schema.schema));
  const change = useChangeDefinition(schema.id);
  const hasRecords = stored?.has_records ?? true;
  const comparison = useMemo(() => comparisonOf(schema.schema, definition), [schema.schema, definition]);
  const nameProblems = added.map((_, at) => problemOf(existing, added, at));
  const problem = nameProblems.find((each) => each !== undefined);
  const unavailable = useUnavailable({ comparison, hasRecords, hasJsonProblem, nameProblem: problem });
  const { user } = useSession();
  const teams = useQuery({
    ...permissionQueries.teams(schema.id),
    enabled: comparison.kind === 'rekey',
  }).data;
  const people = teams && membersBeside(user.id, teams.items);

  const save = () => change.mutate(definition, { onSuccess: onSaved });
  const replaceText = (text: string) => {
    const { schema: edited } = readSchemaText(text);
    setHasJsonProblem(edited === null);
    if (!edited) return;
    const divided = dividedDefinition(schema.schema, edited);
    setExisting(divided.definition);
    setAdded(divided.added);
  };
  const add = () => {
    const field = emptyField();
    setAdded([...added, field]);
    setFocused(field.id);
  };
  const remove = (at: number) => {
    addButton.current?.focus();
    setAdded(added.toSpliced(at, 1));
  };
  return (
    <Stack>
      <Banner tone="info">
        {hasRecords
          ? 'This schema has records, so limits can only be widened, and new fields are optional. Each field shows what its change requires.'
          : 'This schema has no records, so every change is possible.'}
      </Banner>
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
      {view === 'json' ? (
        <Suspense fallback={<Skeleton label="Loading the editor" lines={12} />}>
          <SchemaEditor initialText={JSON.stringify(definition, null, 2)} onText={replaceText} />
        </Suspense>
      ) : (
        <>
          <Stack as={PlainList} $gap="s" aria-label="Fields">
            {Object.keys(existing.properties).map((name) => (
              <EditedField
                key={name}
                name={name}
                definition={existing}
                changes={comparison.changes.filter(({ field }) => field === name)}
                hasRecords={hasRecords}
                onChange={setExisting}
              />
            ))}
            {added.map((field, at) => (
              <AddedFieldItem
                key={field.id}
                field={field}
                // A field that was just added is not reported before it is edited.
                problem={field.name === '' ? undefined : nameProblems[at]}
                changes={
                  nameProblems[at] === undefined
                    ? comparison.changes.filter((change) => change.field === field.name)
                    : []
                }
                hasRecords={hasRecords}
                focused={field.id === focused}
                onChange={(changed) => setAdded(added.with(at, changed))}
                onRemove={() => remove(at)}
              />
            ))}
          </Stack>
          <Row>
            <Button
              ref={addButton}
              icon="plus"
              unavailable={
                Object.keys(definition.properties).length < maxFields
                  ? undefined
                  : `A schema has at most ${maxFields} fields.`
              }
              onClick={add}
            >
              Add field
            </Button>
          </Row>
        </>
      )}
      <ChangeSummary
        comparison={comparison}
        hasRecords={hasRecords}
        generation={schema.generation}
        people={people}
      />
      {change.error && <Banner tone="error">{Failure.from(change.error).message}</Banner>}
      {change.isPending && comparison.changes.some(({ kind }) => kind === 'reindex') && (
        <ReindexingProgress schema={schema.id} />
      )}
      <Actions>
        <Button kind="primary" pending={change.isPending} unavailable={unavailable} onClick={save}>
          Save Fields
        </Button>
        <LinkButton to={back}>Cancel</LinkButton>
      </Actions>
    </Stack>
  );
}

/** How many people besides one are in teams. */
const membersBeside = (
  user: string,
  teams: readonly { members: readonly (string | { id: string })[] }[],
): number => {
  const members = new Set(
    teams.flatMap((team) =>
      team.members.map((member) => (typeof member === 'string' ? idIn(member) : member.id)),
    ),
  );
  members.delete(user);
  return members.size;
};

/** Why the fields can't be saved; undefined if they can. */
function useUnavailable({
  comparison: { kind, problem },
  hasRecords,
  hasJsonProblem,
  nameProblem,
}: {
  comparison: EditComparison;
  hasRecords: boolean;
  hasJsonProblem: boolean;
  /** Why an added field can't have its name. */
  nameProblem: string | undefined;
}): string | undefined {
  const adminReason = useAdminReason('can change fields');
  const behindProxy = useBehindProxy();
  const offline = useOfflineReason(
    'Changes of fields can’t be queued: they are signed and published at once.',
  );
  if (adminReason) return adminReason;
  if (behindProxy === false)
    return 'Fields are changed through your proxy, which signs the change. Open the console there.';
  if (hasJsonProblem) return 'Correct the JSON Schema first.';
  const wrong = nameProblem ?? problem;
  if (wrong !== undefined) return wrong;
  if (kind === 'same') return 'Nothing has been changed yet.';
  if (kind === 'refused' && hasRecords)
    return 'Some changes are not possible. Each of them shows the reason.';
  return offline;
}
