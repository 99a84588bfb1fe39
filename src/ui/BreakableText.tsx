/** A long word, such as an e-mail address or a field name, that can wrap at separators. */
import { Fragment } from 'react';

/* Before an @ and a dot, after an underscore. */
const joints = /(?=[@.])|(?<=_)(?=[^_])/;

export const BreakableText = ({ text }: { text: string }) =>
  text.split(joints).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
