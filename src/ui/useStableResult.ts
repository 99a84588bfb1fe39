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
  const [last, keep] = useState<{ error: Error; at: number | undefined }>();
  if (error && error !== last?.error) keep({ error, at: errorUpdatedAt });
  const answered = data !== undefined && !isPlaceholderData;
  // The error of another query has another time.
  const stands = !answered && last && errorUpdatedAt && last.at === errorUpdatedAt ? last.error : null;
  const reason = error ?? stands;
  return { data: reason && !answered ? undefined : data, error: reason };
}
