import type { Listing } from '#contract/catalog.ts';
import { type Problems, problemsOf } from '../../account/problems.ts';
import { call, type Failure } from '../../api.ts';
import { changesOf, newProductOf, type ProductDraft } from './product-draft.ts';

/** Adds the piece, or changes what the form changed of it. Null: it is done; else why it was refused (SPEC.md §8). */
export async function saveProduct(
  listing: Listing | null,
  draft: ProductDraft,
  saved: ProductDraft,
): Promise<Problems | null> {
  if (listing === null) {
    const answer = await call('addProduct', { body: newProductOf(draft) });
    return answer.success ? null : problemsOfAdding(answer);
  }
  if (listing.id === '') return { message: 'No product selected for editing', fields: {} };
  const answer = await call('updateProduct', { params: { id: listing.id }, body: changesOf(draft, saved) });
  if (answer.success) return null;
  return problemsOf({ ...answer, message: answer.message || 'Unknown error' }, 'Failed to update product');
}

/** Without an answer of the server there is nothing to add to the words. */
function problemsOfAdding(failure: Failure): Problems {
  const prefix = 'Failed to add product';
  return failure.status === 0 ? { message: prefix, fields: {} } : problemsOf(failure, prefix);
}
