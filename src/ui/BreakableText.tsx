/** A long word, such as an e-mail address or a field name, that can wrap at separators. */
import { Fragment } from 'react';

/* Before an @ or a dot, and after an underscore. */
const breakPoints = /(?=[@.])|(?<=_)(?=[^_])/;

export const BreakableText = ({ text }: { text: string }) =>
  text.split(breakPoints).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
