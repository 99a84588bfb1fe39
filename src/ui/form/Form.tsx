/** A form that validates by a schema of the contract, and shows the errors of both sides. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import type { DraftValues, FormDraft } from '#src/shared/storage/formDrafts.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import type { ButtonKind } from '../buttonStyles.ts';
import { Stack } from '../layout.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { useRestoredDraft } from './useRestoredDraft.ts';
import { useFormSubmit } from './useFormSubmit.ts';

/* A dialog aligns the buttons of its form to the end. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  flex-direction: var(--actions-direction, row);
  gap: ${token.space.s};
  align-items: center;
  margin-block-start: ${token.space.s};
`;

const Restored = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space.xs} ${token.space.s};
  align-items: center;
  font-size: ${token.size.s};
  color: ${token.color.muted};
`;

export type FormProps<Schema extends z.ZodType> = {
  /** A zod object, with or without refinements. */
  schema: Schema;
  /** Initial values by field name. When they change, untouched fields are updated. */
  values?: Readonly<Record<string, unknown>>;
  /**
   * Receives the parsed values. Errors are shown: `errors: {field: [sentence]}` at the fields, `detail` (else `message`)
   * in a banner.
   */
  onSubmit: (values: z.output<Schema>) => unknown;
  /** The label of the submit button. */
  submit: string;
  kind?: ButtonKind;
  /** A submit button of full width. */
  wide?: boolean;
  /** Why it can't be submitted. */
  unavailable?: string | undefined;
  /** Fields cleared after a failure, such as passwords. */
  clears?: readonly string[];
  /** Whether to clear the form after success. */
  resets?: boolean;
  /** Stores the input, so that leaving the page loses nothing. */
  draft?: FormDraft;
  /** Receives restored values, for fields with a state of their own. */
  onRestored?: (values: DraftValues) => void;
  /** The form's accessible name. */
  label?: string;
  /** More buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Fields register themselves by `name`. After a failure the focus goes to the field with the error, or to the summary if
 * there are several.
 */
export function Form<Schema extends z.ZodType>({
  schema,
  values,
  onSubmit,
  submit: submitLabel,
  kind = 'primary',
  wide = false,
  unavailable,
  clears = [],
  resets = false,
  draft,
  onRestored,
  label,
  actions,
  children,
}: FormProps<Schema>) {
  const summary = useRef<HTMLDivElement>(null);
  const afterSent = useRef<() => void>(undefined);
  const onSent = () => afterSent.current?.();
  const { form, problems, submit } = useFormSubmit({ schema, values, onSubmit, clears, resets, onSent });
  const { isRestored, startOver, clear } = useRestoredDraft(form, draft, onRestored);
  useLayoutEffect(() => {
    afterSent.current = clear;
  });
  const { lines } = problems;
  const pending = form.formState.isSubmitting;

  useLayoutEffect(() => {
    if (lines.length > 1) summary.current?.focus();
    else if (lines[0]) document.getElementById(lines[0].id)?.focus();
  }, [lines]);

  return (
    <FormProvider {...form}>
      <Stack
        as="form"
        noValidate
        aria-label={label}
        aria-busy={pending || undefined}
        // Initial values are set as properties, so the attributes don't show whether a field was changed.
        data-pristine={form.formState.isDirty ? undefined : ''}
        onSubmit={submit}
      >
        {isRestored && (
          <Restored role="status">
            Your unsaved input has been restored.
            <Button size="s" kind="quiet" onClick={startOver}>
              Start over
            </Button>
          </Restored>
        )}
        {problems.detail && <Banner tone="error">{problems.detail}</Banner>}
        {lines.length > 1 && <ErrorSummary ref={summary} lines={lines} />}
        {children}
        <Actions>
          <SubmitButton type="submit" kind={kind} pending={pending} unavailable={unavailable} $wide={wide}>
            {submitLabel}
          </SubmitButton>
          {actions}
        </Actions>
      </Stack>
    </FormProvider>
  );
}

const SubmitButton = styled(Button)<{ $wide: boolean }>`
  ${({ $wide }) => $wide && 'flex: 1 1 100%;'}
`;
