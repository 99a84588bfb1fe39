/** Shows fetched data, a skeleton while they load, or the error. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Failure } from '#src/shared/failure.ts';
import type { Fetched } from './DataAge.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useStableResult, type QueryResult } from './useStableResult.ts';

/* Needed for stale data only. */
const Age = lazy(async () => ({ default: (await import('./DataAge.tsx')).DataAge }));

export type LoadedProps<T> = {
  /** The query. Stale data are shown in spite of an error, unless they no longer exist. */
  from: QueryResult<T> & { refetch: () => unknown } & Fetched;
  /** The label of the skeleton: "Loading datasets". */
  label: string;
  /** The title if the data do not exist. */
  missing?: string;
  /** A `LinkButton` shown below it. */
  back?: ReactNode;
  /** The title of the error; its message follows. */
  failed?: string | undefined;
  /** Shows the age of stale data. Use it once per page. */
  dated?: boolean;
  children: (data: T) => ReactNode;
};

export function Loaded<T>({ from, label, missing, back, failed, dated = false, children }: LoadedProps<T>) {
  const { data, error } = useStableResult(from);
  const failure = error && Failure.from(error);
  const gone = missing !== undefined && failure?.code === 'not-found';
  if (data !== undefined && !gone)
    return (
      <>
        {dated && (
          <Suspense fallback={null}>
            <Age of={from} />
          </Suspense>
        )}
        {children(data)}
      </>
    );
  if (!failure) return <Skeleton label={label} lines={4} lineHeight="2.25rem" />;
  if (gone) {
    return (
      <EmptyState icon="search" title={missing} actions={back}>
        It may have been deleted, or it belongs to an organization that you are not a member of.
      </EmptyState>
    );
  }
  return (
    <Banner
      tone="error"
      {...(failed !== undefined && { title: failed })}
      actions={
        <Button pending={from.isFetching ?? false} onClick={() => void from.refetch()}>
          Try again
        </Button>
      }
    >
      {failure.message}
    </Banner>
  );
}
