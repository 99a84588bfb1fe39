/** A form that checks itself against the schema of the contract, and shows the messages of both sides. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { FormProvider } from 'react-hook-form';
import type { z } from 'zod';
import { token } from '#src/ui/theme/tokens.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import type { ButtonKind } from '../buttonStyles.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { useFormSubmit } from './useFormSubmit.ts';

const Column = styled.form`
  display: flex;
  flex-direction: column;
  gap: ${token.space.m};
  min-inline-size: 0;
`;
/* A dialog turns its forms' buttons to the end. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  flex-direction: var(--actions-direction, row);
  gap: ${token.space.s};
  align-items: center;
  margin-block-start: ${token.space.s};
`;

export type FormProps<Schema extends z.ZodType> = {
  /** What may be submitted; a zod object, with or without refinements. */
  schema: Schema;
  /** First values, by field name. When they change, the fields that were not changed in the form follow. */
  values?: Readonly<Record<string, unknown>>;
  /**
   * Receives the parsed values. What it throws is shown: `errors: {field: [sentence]}` at the fields, `detail`
   * (else `message`) in a banner above.
   */
  onSubmit: (values: z.output<Schema>) => unknown;
  /** The words of the submit button. */
  submit: string;
  kind?: ButtonKind;
  /** Stretches the submit button across the form. */
  wide?: boolean;
  /** Why it can't be submitted now. */
  unavailable?: string | undefined;
  /** Fields emptied after a failure, for passwords. */
  clears?: readonly string[];
  /** Empties the form after success. */
  resets?: boolean;
  /** The form's accessible name. */
  label?: string;
  /** Further buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * Fields inside register themselves by `name`. After a failure the focus goes to the field that needs attention, or
 * to the summary when there are several.
 */
export function Form<Schema extends z.ZodType>({
  schema,
  values,
  onSubmit,
  submit: words,
  kind = 'primary',
  wide = false,
  unavailable,
  clears = [],
  resets = false,
  label,
  actions,
  children,
}: FormProps<Schema>) {
  const summary = useRef<HTMLDivElement>(null);
  const { form, problems, submit } = useFormSubmit({ schema, values, onSubmit, clears, resets });
  const { lines } = problems;
  const pending = form.formState.isSubmitting;

  useLayoutEffect(() => {
    if (lines.length > 1) summary.current?.focus();
    else if (lines[0]) document.getElementById(lines[0].id)?.focus();
  }, [lines]);

  return (
    <FormProvider {...form}>
      <Column noValidate aria-label={label} aria-busy={pending || undefined} onSubmit={submit}>
        {problems.detail && <Banner tone="error">{problems.detail}</Banner>}
        {lines.length > 1 && <ErrorSummary ref={summary} lines={lines} />}
        {children}
        <Actions>
          <SubmitButton type="submit" kind={kind} pending={pending} unavailable={unavailable} $wide={wide}>
            {words}
          </SubmitButton>
          {actions}
        </Actions>
      </Column>
    </FormProvider>
  );
}

const SubmitButton = styled(Button)<{ $wide: boolean }>`
  ${({ $wide }) => $wide && 'flex: 1 1 100%;'}
`;
