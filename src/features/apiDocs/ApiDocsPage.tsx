/** /api-docs */
import { CallList } from './CallList.tsx';
import { useApiDescription } from './queries.ts';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Page } from '#src/ui/Page.tsx';

export function ApiDocsPage() {
  const description = useApiDescription();
  return (
    <Page
      title="API Docs"
      subtitle="Every call. Sign in with HTTP Basic, with a token from /api/token/, or with a session."
      actions={
        <LinkButton icon="download" href="/api/schema/" download="openapi.json">
          OpenAPI
        </LinkButton>
      }
    >
      <Loaded from={description} label="Loading the description" failed="Error fetching the description">
        {(found) => <CallList description={found} />}
      </Loaded>
    </Page>
  );
}
