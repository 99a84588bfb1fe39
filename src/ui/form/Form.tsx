/** A form that checks itself against the same schema as the other side, and shows what either says. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import type { z } from 'zod';
import { token } from '#src/theme/tokens.ts';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import type { ButtonKind } from '../buttonLook.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { FormContext } from './formContext.ts';
import { useFollowing } from './useFollowing.ts';
import { useSubmit } from './useSubmit.ts';

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
  /** First values, by field name. When they change, what nobody has changed in the form follows. */
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
  /** Fields emptied after a refusal, for passwords. */
  clears?: readonly string[];
  /** Empties the form after success. */
  resets?: boolean;
  /** The form's name for those who listen. */
  label?: string;
  /** Further buttons beside the submit button. */
  actions?: ReactNode;
  children: ReactNode;
};

const nothing: Readonly<Record<string, unknown>> = {};

/**
 * Fields inside take their errors and first values from here, by `name`. After a refusal the focus goes to the
 * field in question, or to a summary when there are several.
 */
export function Form<Schema extends z.ZodType>({
  schema,
  values = nothing,
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
  const form = useRef<HTMLFormElement>(null);
  useFollowing(form, values);
  const { problems, pending, submit } = useSubmit({ schema, onSubmit, clears, resets });
  const { lines } = problems;

  useLayoutEffect(() => {
    if (lines.length > 1) summary.current?.focus();
    else if (lines[0]) document.getElementById(lines[0].id)?.focus();
  }, [lines]);

  return (
    <FormContext value={{ errors: problems.errors, values }}>
      <Column ref={form} noValidate aria-label={label} aria-busy={pending || undefined} onSubmit={submit}>
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
    </FormContext>
  );
}

const SubmitButton = styled(Button)<{ $wide: boolean }>`
  ${({ $wide }) => $wide && 'flex: 1 1 100%;'}
`;
