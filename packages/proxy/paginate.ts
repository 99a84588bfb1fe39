/** Reads lists of the service page by page. */
import { ClientError } from '@cloakroom/client/clientError.ts';
import { maxListItems, paginate as paginateList, type PageRange } from '@cloakroom/client/paginate.ts';
import { HttpProblem } from '@cloakroom/server-kit/problem.ts';

/**
 * Reads a list of the service to its end.
 * @throws {HttpProblem} 502 for a list of more than {@link maxListItems} items.
 */
export async function paginate<Item>(readPage: (page: PageRange) => Promise<Item[]>): Promise<Item[]> {
  try {
    return await paginateList(readPage);
  } catch (error) {
    if (!(error instanceof ClientError && error.code === 'too-long')) throw error;
    throw new HttpProblem(
      502,
      `The service’s list has more than ${maxListItems.toLocaleString('en')} items, so it is not used. Tell the operator of the service.`,
    );
  }
}
