/** Shows fetched data, a skeleton while they load, or the error. */
import { lazy, Suspense, type ReactNode } from 'react';
import { Failure } from '#src/shared/failure.ts';
import type { Fetched } from './DataAge.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Skeleton, type SkeletonShape } from './Skeleton.tsx';
import { useStableResult, type QueryResult } from './useStableResult.ts';

/* Needed for stale data only. */
const Age = lazy(async () => ({ default: (await import('./DataAge.tsx')).DataAge }));

export type LoadedProps<T> = {
  /** The query. If there is an error, stale data are still shown, unless they no longer exist. */
  from: QueryResult<T> & { refetch: () => unknown } & Fetched;
  /** The label of the skeleton: "Loading datasets". */
  label: string;
  /** The shape of the skeleton. */
  shape?: SkeletonShape;
  /** The title if the data do not exist. */
  missing?: string;
  /** A `LinkButton` shown below that title. */
  back?: ReactNode;
  /** The title of the error; its message follows. */
  failed?: string | undefined;
  /** Shows the age of stale data. Use it once per page. */
  dated?: boolean;
  children: (data: T) => ReactNode;
};

/** The skeleton of each shape, about as high as the loaded content. */
const skeletons = {
  lines: { lines: 4, lineHeight: '2.25rem' },
  table: { lines: 5 },
  cards: { lines: 3 },
} satisfies Record<SkeletonShape, object>;

export function Loaded<T>(props: LoadedProps<T>) {
  const { from, label, shape = 'lines', missing, back, failed, dated = false, children } = props;
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
  if (!failure) return <Skeleton label={label} shape={shape} {...skeletons[shape]} />;
  if (gone) {
    return (
      <EmptyState icon="search" title={missing} actions={back}>
        It may have been deleted, or it belongs to an organization that you are not a member of.
      </EmptyState>
    );
  }
  if (failure.code === 'forbidden')
    return (
      <EmptyState icon="lock" title="This is not shared with you" actions={back}>
        {failure.message} An admin of your organization can change what you have access to.
      </EmptyState>
    );
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
