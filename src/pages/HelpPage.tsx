/** /help */
import { HelpText } from '#src/features/help/HelpText.tsx';
import { useStatus } from '#src/queries/status.ts';
import { TutorialVideo } from '#src/features/integrations/TutorialVideo.tsx';
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
