/** How old it is what the page knows of the one who is here; what it knows is the session machine's. */
import { here } from '#src/db/here.ts';

export const selfFetched = () => ({ dataUpdatedAt: here.asOf(), isFetching: false, isError: false });
