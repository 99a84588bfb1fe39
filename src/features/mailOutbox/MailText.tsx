/** One mail as plain text. Addresses of this console's pages are links, all others are text. */
import { Link } from 'react-router';
import styled from 'styled-components';
import { mailParts } from './mailText.ts';

const Text = styled.div`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export const MailText = ({ text }: { text: string }) => (
  <Text>
    {mailParts(text, location.origin).map(({ text: part, to }, at) =>
      to === undefined ? (
        part
      ) : (
        // The index is a stable key: the parts of a text never change.
        <Link key={at} to={to}>
          {part}
        </Link>
      ),
    )}
  </Text>
);
