/** What is known of data that are asked for again and again. */
import { useState } from 'react';

export type QueryResult<T> = {
  data: T | undefined;
  error: Error | null;
  /** When it last failed, in milliseconds since 1970; absent for what is asked for once. */
  errorUpdatedAt?: number;
  /** The data are not these, but what was shown before them. */
  isPlaceholderData?: boolean;
};

/**
 * The query cache forgets why there are no data as soon as it asks for them again. Here the reason stands until they come, so
 * that nobody sees it alternate with an outline, or with the page before.
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
  // Of other data that failed, at another moment, these know nothing.
  const stands = !answered && last && errorUpdatedAt && last.at === errorUpdatedAt ? last.error : null;
  const reason = error ?? stands;
  return { data: reason && !answered ? undefined : data, error: reason };
}
