/** Keeps the error of a query while it is refetched. */
import { useState } from 'react';

export type QueryResult<T> = {
  data: T | undefined;
  error: Error | null;
  /** When it last failed, in milliseconds since 1970. */
  errorUpdatedAt?: number;
  /** The data are those of the previous query. */
  isPlaceholderData?: boolean;
};

/**
 * The query cache resets the error when it refetches. This hook keeps the error until there are data, so that it does not
 * alternate with a skeleton or with the previous page.
 */
export function useStableResult<T>({
  data,
  error,
  errorUpdatedAt,
  isPlaceholderData = false,
}: QueryResult<T>) {
  const [last, setLast] = useState<{ error: Error; at: number | undefined }>();
  if (error && error !== last?.error) setLast({ error, at: errorUpdatedAt });
  const hasData = data !== undefined && !isPlaceholderData;
  // The error of another query has another time.
  const keptError = !hasData && last && errorUpdatedAt && last.at === errorUpdatedAt ? last.error : null;
  const currentError = error ?? keptError;
  return { data: currentError && !hasData ? undefined : data, error: currentError };
}
