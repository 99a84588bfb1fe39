/** The providers of the console: root, theme and query client. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RootContext, type Root } from '#src/features/root/index.ts';
import { Theme } from '#src/ui/theme/Theme.tsx';

type ProvidersProps = { root: Root; client: QueryClient; children: ReactNode };

export function Providers({ root, client, children }: ProvidersProps) {
  return (
    <RootContext value={root}>
      <Theme>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </Theme>
    </RootContext>
  );
}
