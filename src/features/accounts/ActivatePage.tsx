/** /accounts/activate */
import { useEffect } from 'react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { ActivationReport } from './ActivationReport.tsx';
import { SiteFooter } from '#src/features/legal/index.ts';
import { readSignedLink } from '#src/machines/activation/signedLink.ts';
import { startActivation, type ActivationActor } from '#src/machines/activation/effects.ts';
import type { Root } from '#src/features/root/index.ts';
import { createBillingCustomer } from '#src/features/organizations/index.ts';
import { AuthFrame } from '#src/ui/shell/AuthFrame.tsx';

/** Starts the activation once for each visit: the link works once. */
export async function loader({ request }: LoaderFunctionArgs, root: Root) {
  const { trace } = await root.actors();
  const activation = startActivation(readSignedLink(new URL(request.url).searchParams), trace);
  activation.subscribe({ complete: () => void createBillingCustomer() });
  return { activation };
}

export function ActivatePage() {
  const { activation } = useLoaderData<{ activation: ActivationActor }>();
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
