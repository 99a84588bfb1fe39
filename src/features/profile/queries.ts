/** How old it is what the page knows of the one who is here; what it knows is the session machine's. */
import { lastSession } from '#src/shared/storage/lastSession.ts';

export const selfFetched = () => ({ dataUpdatedAt: lastSession.asOf(), isFetching: false, isError: false });
