/** What every page stands in: theme and server data. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Theme } from '#src/theme/Theme.tsx';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <Theme>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Theme>
  );
}
