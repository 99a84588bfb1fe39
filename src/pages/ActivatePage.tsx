/** /accounts/activate */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ActivationReport } from '#src/features/accounts/ActivationReport.tsx';
import { SiteFooter } from '#src/features/legal/SiteFooter.tsx';
import { readSignedLink } from '#src/lib/signedLink.ts';
import { startActivation } from '#src/machines/activation/effects.ts';
import { becomeCustomer } from '#src/queries/billing.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

/** Starts the activation once for each visit: the link works once. */
export function loader({ request }: LoaderFunctionArgs) {
  const activation = startActivation(readSignedLink(new URL(request.url).searchParams));
  activation.subscribe({ complete: () => void becomeCustomer() });
  return { activation };
}

export function ActivatePage() {
  const { activation } = useLoaderData<typeof loader>();
  useEffect(() => {
    // The link is a secret: neither the address bar nor the history keeps it.
    history.replaceState(history.state, '', location.pathname);
  }, []);
  return (
    <AuthFrame title="Account activation" below={<Link to="/login">Sign in</Link>} footer={<SiteFooter />}>
      <ActivationReport activation={activation} />
    </AuthFrame>
  );
}
