/** The fields of a schema as a form or as JSON Schema, what each change takes, and the button that saves them. */
import { lazy, Suspense, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useViewer } from '#src/features/organizations/index.ts';
import { useBehindProxy } from '#src/features/proxy/index.ts';
import { readSchemaText } from '#src/features/schemas/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { Failure } from '#src/shared/failure.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { PlainList, Row, Stack } from '#src/ui/layout.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
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
  const [definition, setDefinition] = useState<JsonSchema>(schema.schema);
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const [hasJsonProblem, setHasJsonProblem] = useState(false);
  const { data: stored } = useQuery(definitionQueries.check(schema.id, schema.schema));
  const change = useChangeDefinition(schema.id);
  const hasRecords = stored?.has_records ?? true;
  const comparison = useMemo(() => comparisonOf(schema.schema, definition), [schema.schema, definition]);
  const unavailable = useUnavailable({ comparison, hasRecords, hasJsonProblem });

  const save = () => change.mutate(definition, { onSuccess: onSaved });
  const replaceText = (text: string) => {
    const { schema: edited } = readSchemaText(text);
    setHasJsonProblem(edited === null);
    if (edited) setDefinition(edited);
  };
  return (
    <Stack>
      <Banner tone="info">
        {hasRecords
          ? 'This schema has records, so limits can only become wider. Each field says what its change takes.'
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
        <Stack as={PlainList} $gap="s" aria-label="Fields">
          {Object.keys(definition.properties).map((name) => (
            <EditedField
              key={name}
              name={name}
              definition={definition}
              changes={comparison.changes.filter(({ field }) => field === name)}
              hasRecords={hasRecords}
              onChange={setDefinition}
            />
          ))}
        </Stack>
      )}
      <ChangeSummary comparison={comparison} hasRecords={hasRecords} />
      {change.error && <Banner tone="error">{Failure.from(change.error).message}</Banner>}
      {change.isPending && comparison.kind === 'reindex' && <ReindexingProgress schema={schema.id} />}
      <Actions>
        <Button kind="primary" pending={change.isPending} unavailable={unavailable} onClick={save}>
          Save Fields
        </Button>
        <LinkButton to={back}>Cancel</LinkButton>
      </Actions>
    </Stack>
  );
}

/** Why the fields can't be saved; undefined if they can. */
function useUnavailable({
  comparison: { kind, problem },
  hasRecords,
  hasJsonProblem,
}: {
  comparison: EditComparison;
  hasRecords: boolean;
  hasJsonProblem: boolean;
}): string | undefined {
  const { user, organization } = useSession();
  const { isAdmin } = useViewer(organization, user);
  const behindProxy = useBehindProxy();
  const offline = useOfflineReason('A change of the fields can’t wait: it is signed and published at once.');
  if (!isAdmin) return 'Only admins change fields. Ask one of them.';
  if (behindProxy === false)
    return 'Fields are changed through your proxy, which signs the change. Open the console there.';
  if (hasJsonProblem) return 'Correct the JSON Schema first.';
  if (problem !== undefined) return problem;
  if (kind === 'same') return 'Nothing is changed yet.';
  if (kind === 'refused' && hasRecords) return 'Some changes are not possible. Each one says why.';
  return offline;
}
