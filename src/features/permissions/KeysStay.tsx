/** Explains that a lost permission does not take keys back. */
export const KeysStay = () => (
  <p>
    They keep the keys that they already have. Renew the keys afterwards, so that the old ones can’t decrypt
    later records.
  </p>
);
