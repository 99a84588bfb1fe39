/** The age of the user's data, which the session machine holds, in the form of a query state. */
import { lastSession } from '#src/shared/storage/lastSession.ts';

export const selfQueryState = () => ({
  dataUpdatedAt: lastSession.userReadAt(),
  isFetching: false,
  isError: false,
});
