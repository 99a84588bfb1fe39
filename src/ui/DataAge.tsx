/** Shows the age of stale data, and nothing for fresh data. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import styled, { keyframes } from 'styled-components';
import { connection } from '#src/shared/connection.ts';
import { formatTimeAgo, formatDateTime } from '#src/shared/format/moments.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Icon } from './Icon.tsx';

/** The state of a query. */
export type Fetched = {
  /** When the data were fetched, in milliseconds since 1970; undefined if no age is shown. */
  dataUpdatedAt?: number;
  isFetching?: boolean;
  isError?: boolean;
};

const minuteMs = 60_000;

const appear = keyframes`
  from { visibility: hidden; }
`;
const Line = styled.p<{ $delayed: boolean }>`
  display: flex;
  gap: ${token.space.xs};
  align-items: center;
  font-size: ${token.size.s};
  color: ${token.color.muted};
  /* Hidden at first while a refetch runs, since it may replace the data immediately. */
  animation: ${appear} ${({ $delayed }) => ($delayed ? '1.5s' : '0s')} steps(1, end);
`;

/** The current time, updated every half minute. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 2);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Data are stale while the service is unreachable, after a failed fetch, or while old data are being refetched. */
export function DataAge({ of: { dataUpdatedAt: at = 0, isFetching, isError } }: { of: Fetched }) {
  const online = useSyncExternalStore(connection.subscribe, connection.get) === 'online';
  const now = Math.max(useNow(), at);
  const isStale = !online || isError === true;
  if (at === 0 || !(isStale || (isFetching && now - at > minuteMs))) return null;
  return (
    <Line $delayed={!isStale} title={formatDateTime(new Date(at).toISOString())}>
      <Icon name="clock" size={16} />
      As of {formatTimeAgo(now - at)}
    </Line>
  );
}
