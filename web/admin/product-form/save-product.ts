import type { Listing } from '#contract/catalog.ts';
import type { ProductConflict } from '#contract/product-conflict.ts';
import { type Problems, problemsOf } from '../../account/problems.ts';
import { call, type Failure } from '../../api.ts';
import { changesOf, expectedOf, newProductOf, type ProductDraft } from './product-draft.ts';

export interface SaveProblems extends Problems {
  /** Fields that somebody else changed while the form was open. If there are any, nothing was saved. */
  conflicts?: readonly ProductConflict[];
}

/** Adds the listing, or saves the changed fields. Returns null, or why it was refused. */
export async function saveProduct(
  listing: Listing | null,
  draft: ProductDraft,
  saved: ProductDraft,
): Promise<SaveProblems | null> {
  if (listing === null) {
    const answer = await call('addProduct', { body: newProductOf(draft) });
    return answer.success ? null : problemsOfAdding(answer);
  }
  if (listing.id === '') return { message: 'No product selected for editing', fields: {} };
  const changes = changesOf(draft, saved);
  const body = { ...changes, expected: expectedOf(changes, saved) };
  const answer = await call('updateProduct', { params: { id: listing.id }, body });
  if (answer.success) return null;
  const problems = problemsOf({ ...answer, message: answer.message || 'Unknown error' }, 'Failed to update product');
  return { ...problems, conflicts: answer.conflicts ?? [] };
}

/** If the server did not answer, the message adds nothing. */
function problemsOfAdding(failure: Failure): Problems {
  const prefix = 'Failed to add product';
  return failure.status === 0 ? { message: prefix, fields: {} } : problemsOf(failure, prefix);
}
