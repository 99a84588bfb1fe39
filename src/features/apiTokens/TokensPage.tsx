/** /users/tokens */
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { listRange, useListPage } from '#src/shared/listPages.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PagedList } from '#src/ui/PagedList.tsx';
import { useTokensOf } from './queries.ts';
import { TokenTable } from './TokenTable.tsx';

export function TokensPage() {
  const { organization } = useSession();
  const [page, setPage] = useListPage();
  const tokens = useTokensOf(organization.id, listRange(page));
  return (
    <Page
      title="API tokens"
      context={organization.name}
      subtitle="The tokens of all users and service accounts of this organization. Only admins can see them, and no secret is shown."
      tabs={<AccountTabs />}
      actions={<LinkButton to="/users">Users</LinkButton>}
    >
      <PagedList
        from={tokens}
        label="Loading tokens"
        failed="Error fetching tokens"
        pages="Pages of tokens"
        page={page}
        onPage={setPage}
        empty={
          <EmptyState
            icon="key"
            title="No API tokens yet"
            actions={<LinkButton to="/profile">Create a token</LinkButton>}
          >
            Programs sign in with a token. Users create their own under Profile; those of service accounts are
            created under Users.
          </EmptyState>
        }
      >
        {(items) => <TokenTable tokens={items} showsUser />}
      </PagedList>
    </Page>
  );
}
