/** The form for a file before its upload: its name, its fields, and the button that creates everything. */
import { useEffect, useMemo, useState } from 'react';
import styled from 'styled-components';
import { maxFields } from '@cloakroom/contract/fields.ts';
import { encodingLabels } from '@cloakroom/ingest/encoding.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useBeforeUpload } from '#src/features/keyring/index.ts';
import { useAdminReason } from '#src/features/organizations/index.ts';
import { ProxyNotice, useBehindProxy } from '#src/features/proxy/index.ts';
import { useActors } from '#src/features/root/index.ts';
import type { ProposalContext } from '#src/machines/proposal/types.ts';
import { formatBytes, formatQuantity } from '#src/shared/format/counts.ts';
import { ReadingPickers } from '#src/features/upload/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Disclosure } from '#src/ui/Disclosure.ts';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Stack } from '#src/ui/layout.ts';
import { screen, token } from '#src/ui/theme/tokens.ts';
import { zIndex } from '#src/ui/theme/zIndex.ts';
import { problemsOf, type FieldProblems } from './fieldKinds.ts';
import { FieldsForm } from './FieldsForm.tsx';
import { useUnfitValues } from './useUnfitValues.ts';
import { doneText, failureTitles } from './messages.ts';

/* One line, so that the fields begin in the upper half of the window; on phones, encoding and delimiter share one. */
const Controls = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr));
  gap: ${token.space.m};
  align-items: end;
  ${screen.phone} {
    > :nth-child(-n + 2) {
      grid-column: 1 / -1;
    }
  }
`;
const Explanation = styled(Disclosure)`
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;
/* At the bottom of the window, so that users need not scroll through a long list of fields. */
const Bar = styled.div`
  position: sticky;
  inset-block-end: 0;
  z-index: ${zIndex.sticky};
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.s};
  padding-block: ${token.space.sm};
  background: ${token.color.canvas};
  border-block-start: 1px solid ${token.color.border};
  /* Without the icon, both buttons share a line. */
  ${screen.phone} {
    svg {
      display: none;
    }
  }
`;

type ProposalFormProps = { context: ProposalContext; isBusy: boolean };

export function ProposalForm({ context, isBusy }: ProposalFormProps) {
  const { proposal } = useActors();
  const { place, source, file, read, name, description, fields, proposed, failure, createdSchema } = context;
  const [hasJsonProblem, setHasJsonProblem] = useState(false);
  const behindProxy = useBehindProxy();
  const problems = useMemo(() => problemsOf(fields), [fields]);
  const unfit = useUnfitValues(context);
  const offlineReason = useOfflineReason(
    'A new schema can’t be queued: the service checks it, and your proxy creates its keys.',
  );
  const adminReason = useAdminReason('create schemas');
  const create = useCreate(behindProxy === true);
  // Its CSV was written by this page, so its encoding and delimiter are fixed.
  const isSpreadsheet = source !== file && /\.xlsx$/i.test(source?.name ?? '');
  const obstacle =
    adminReason ??
    offlineReason ??
    (behindProxy === false
      ? 'No Proxy Detected. Records are sealed by the proxy on your own machine.'
      : undefined) ??
    (behindProxy ? undefined : 'Looking for your proxy…') ??
    obstacleOf(context, problems, hasJsonProblem);
  return (
    <Stack $gap="m">
      {behindProxy === false && <ProxyNotice without="Uploading is not available here." />}
      {failure && (
        <Banner tone="error" title={failureTitles[failure.step]}>
          {failure.failure.message} {doneText(context)}
        </Banner>
      )}
      <Notices context={context} />
      <Card as="section" aria-label="File, name and description">
        {file && read && (
          <p>
            {formatQuantity(read.rows, 'row')} and {formatQuantity(proposed.length, 'column')} in {file.name}{' '}
            ({formatBytes(file.size)})
          </p>
        )}
        <Controls>
          <TextField
            label="Name"
            name="name"
            hint={place?.dataset ? `Of the schema in ${place.dataset.name}` : 'Of the dataset and its schema'}
            autoComplete="off"
            value={name}
            onChange={({ target }) => proposal.send({ type: 'name.changed', name: target.value })}
          />
          <TextField
            label="Description"
            name="description"
            autoComplete="off"
            optional
            value={description}
            onChange={({ target }) =>
              proposal.send({ type: 'description.changed', description: target.value })
            }
          />
          {file && read && !isSpreadsheet && (
            <ReadingPickers
              reading={read}
              onChange={(choices) => proposal.send({ type: 'reading.chosen', choices })}
            />
          )}
        </Controls>
        <Explanation>
          <summary>What the service can read</summary>
          The service can read names, descriptions, types, ranges and choices, because they make up the
          schema. Ranges are rounded outwards, so that they reveal neither the smallest nor the largest value.
          Of the values it learns only what each field states. Lengths are padded, for 32 records together.
        </Explanation>
      </Card>
      {createdSchema === null && (
        <FieldsForm
          fields={fields}
          proposed={proposed}
          unfit={unfit}
          problems={problems}
          hasJsonProblem={hasJsonProblem}
          onJsonProblem={setHasJsonProblem}
        />
      )}
      <Bar>
        <Button
          kind="primary"
          icon="upload"
          pending={isBusy}
          unavailable={isBusy ? undefined : obstacle}
          onClick={create.press}
        >
          {failure ? 'Try again' : 'Create and Upload'}
        </Button>
        <Button
          unavailable={isBusy ? 'The upload is being created.' : undefined}
          onClick={() => proposal.send({ type: 'proposal.closed' })}
        >
          {file ? 'Select another file' : 'Discard'}
        </Button>
      </Bar>
      {create.dialog}
    </Stack>
  );
}

/** Why it can't be created. */
function obstacleOf(
  { file, name }: ProposalContext,
  { byField, others }: FieldProblems,
  hasJsonProblem: boolean,
): string | undefined {
  if (!file) return 'Select the file again first.';
  if (name.trim() === '') return 'A name is required.';
  if (hasJsonProblem) return 'The JSON Schema has problems. They are listed below it.';
  return byField.size + others.length > 0 ? 'Correct the marked fields first.' : undefined;
}

/** Creates and uploads, after the recovery words were shown before a first upload. */
function useCreate(isReady: boolean) {
  const { proposal } = useActors();
  const beforeUpload = useBeforeUpload(isReady);
  const [isAsked, setIsAsked] = useState(false);
  const isSettled = isAsked && !beforeUpload;
  useEffect(() => {
    if (isSettled) proposal.send({ type: 'create.pressed' });
  }, [isSettled, proposal]);
  return {
    press: () => (beforeUpload ? setIsAsked(true) : proposal.send({ type: 'create.pressed' })),
    dialog: isAsked && beforeUpload?.(() => setIsAsked(false)),
  };
}

function Notices({ context: { file, read, proposed } }: Pick<ProposalFormProps, 'context'>) {
  if (!file || !read) return null;
  const leftOut = proposed.length > maxFields;
  return (
    <>
      {!read.isSure && (
        <Banner tone="warning">
          This file is not UTF-8. It is read as {encodingLabels[read.encoding]}: check the characters of the
          values below.
        </Banner>
      )}
      {read.oddRows > 0 && (
        <Banner tone="warning">
          {formatQuantity(read.oddRows, 'row')} can’t be stored: {read.oddRows === 1 ? 'it has' : 'they have'}{' '}
          another number of cells than the header, or {read.oddRows === 1 ? 'is' : 'are'} no object. The
          upload shows them, and can leave them out.
        </Banner>
      )}
      {leftOut && (
        <Banner tone="warning">
          A schema has at most {maxFields} fields, so the other columns are left out.
        </Banner>
      )}
    </>
  );
}
