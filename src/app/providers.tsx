/** What every page stands in: theme, server data, alerts. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AlertPanel } from '#src/features/alerts/AlertPanel.tsx';
import { Theme } from '#src/theme/Theme.tsx';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <Theme>
      <QueryClientProvider client={client}>
        {children}
        <AlertPanel />
      </QueryClientProvider>
    </Theme>
  );
}
