/** Says why no mails are shown, and how to open the outbox. */
import { Banner } from '#src/ui/Banner.tsx';
import { CommandText } from '#src/ui/CommandText.ts';

/** @param props.missing - whether this machine has no outbox at all. */
export const OutboxClosed = ({ missing }: { missing: boolean }) =>
  missing ? (
    <Banner tone="info" title="There is no outbox here">
      Mails are sent by a mail server, or the service runs on another machine.
    </Banner>
  ) : (
    <Banner tone="warning" title="This outbox is closed">
      It holds links that open accounts, so it opens only with the address that was printed when the programs
      started. Where <CommandText>npm start</CommandText> runs, it stands beside “Mail”. A service that was
      started by itself wrote it to its standard error. Open that address once in this browser.
    </Banner>
  );
