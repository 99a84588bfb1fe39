/** Says that a lost permission takes no key back. */
export const KeysStay = () => (
  <p>
    Keys that they hold stay with them. Renew the keys afterwards, so that they don’t open what is stored
    later.
  </p>
);
