/** /help */
import { HelpText } from './HelpText.tsx';
import { useStatus } from '#src/features/connection/index.ts';
import { TutorialVideo } from '#src/features/integrations/index.ts';
import { Page } from '#src/ui/Page.tsx';

export function HelpPage() {
  const { data: status } = useStatus();
  return (
    <Page title="Help" subtitle="From an empty organization to a decrypted row.">
      <TutorialVideo />
      <HelpText behindProxy={status?.behind_proxy ?? false} />
    </Page>
  );
}
