/** The providers of the console: root, theme, query client and open dialogs. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RootContext, type Root } from '#src/features/root/index.ts';
import { OpenDialogs } from '#src/ui/openDialogs.tsx';
import { Theme } from '#src/ui/theme/Theme.tsx';

type ProvidersProps = { root: Root; client: QueryClient; children: ReactNode };

export function Providers({ root, client, children }: ProvidersProps) {
  return (
    <RootContext value={root}>
      <Theme>
        <QueryClientProvider client={client}>
          <OpenDialogs>{children}</OpenDialogs>
        </QueryClientProvider>
      </Theme>
    </RootContext>
  );
}
