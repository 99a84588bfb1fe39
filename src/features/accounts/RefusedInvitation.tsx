/** Says that an invitation link does not work, and what to do. */
import { Banner } from '#src/ui/Banner.tsx';
import { LinkButton } from '#src/ui/LinkButton.tsx';

export const RefusedInvitation = ({ reason }: { reason: string }) => (
  <Banner tone="error" title={reason} actions={<LinkButton to="/login">Sign in</LinkButton>}>
    An invitation works once and within 7 days. If you have opened your account already, sign in. Otherwise
    ask an admin of the organization to send the invitation again.
  </Banner>
);
