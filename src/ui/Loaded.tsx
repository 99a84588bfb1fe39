/** What stands in the place of fetched data: its outline, why it isn't there, or itself. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Failure } from '#src/shared/failure.ts';
import type { Fetched } from './DataAge.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Skeleton } from './Skeleton.tsx';
import { useStableResult, type QueryResult } from './useStableResult.ts';

/* What is fresh needs none: it comes after the page. */
const Age = lazy(async () => ({ default: (await import('./DataAge.tsx')).DataAge }));

export type LoadedProps<T> = {
  /** The data as far as they are known; older data win over a fresh error, unless it says that they are gone. */
  from: QueryResult<T> & { refetch: () => unknown } & Fetched;
  /** What is being waited for: "Loading datasets". */
  label: string;
  /** The title when there is no such thing. */
  missing?: string;
  /** The way on from there: a `LinkButton`. */
  back?: ReactNode;
  /** What to say first when it can't be fetched; the reason follows. */
  failed?: string | undefined;
  /** Says how old they are when they aren't fresh: once a page. */
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
  if (!failure) return <Skeleton label={label} lines={4} high="2.25rem" />;
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
