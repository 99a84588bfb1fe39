/** The link of an invitation, for an admin to hand over where no mail server is configured. */
import { dateWords } from '#src/lib/moments.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { CopyButton } from '#src/ui/CopyButton.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { TextArea } from '#src/ui/form/TextArea.tsx';
import { Row, Stack } from '#src/ui/layout.ts';

type Props = { email: string; link: string; expires: string; onClose: () => void };

export function InvitationLinkDialog({ email, link, expires, onClose }: Props) {
  return (
    <Dialog title="Invitation link" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <Stack>
        <Banner tone="info" title="No mail server is configured">
          Emails don’t leave this machine. Copy the link and hand it to {email} yourself.
        </Banner>
        <TextArea
          label="Link"
          name="link"
          value={link}
          readOnly
          rows={3}
          hint={`It works once, until ${dateWords(expires)}. Whoever has it chooses the password: hand it to nobody else.`}
        />
        <Row>
          <CopyButton size="m" value={link} what={`invitation link of ${email}`} />
        </Row>
      </Stack>
    </Dialog>
  );
}
