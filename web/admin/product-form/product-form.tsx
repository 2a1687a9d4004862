import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import { noProblems, type Problems, useFocusOnProblem } from '../../account/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { checkProduct } from './check-product.ts';
import { previewsOf } from './draft-image.ts';
import { draftOf, isSameDraft, type ProductDraft } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductImages } from './product-images.tsx';
import { saveProduct } from './save-product.ts';

interface ProductFormProps {
  listing: Listing | null;
  onDirty: (isDirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => void;
}

/** Adding and editing are one form (SPEC.md §2, Products). */
export function ProductForm({ listing, onDirty, onLeave, onSaved }: ProductFormProps) {
  // What the piece was when the form was opened, whatever becomes of the list behind it.
  const [opened] = useState(listing);
  const [saved] = useState(() => draftOf(opened));
  const [draft, setDraft] = useState(saved);
  const [isUploading, setUploading] = useState(false);
  const { save, busy, problems } = useSaving(opened, saved, onSaved);
  // A field that was changed since is not wrong any more, as far as one knows.
  const [mended, setMended] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, problems);
  const left = problemsBeside(mended, problems);
  const isDirty = isUploading || !isSameDraft(draft, saved);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function change(changes: Partial<ProductDraft>) {
    setDraft((current) => ({ ...current, ...changes }));
    setMended((names) => [...names, ...Object.keys(changes)]);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isUploading) return;
    setMended([]);
    void save(draft);
  }

  return (
    <form className="contents" ref={form} noValidate onSubmit={submit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label="Product">
        <ProductImages
          images={draft.images}
          previews={previewsOf(opened)}
          onChange={(change) => setDraft((current) => ({ ...current, images: change(current.images) }))}
          onUploading={setUploading}
        />
        <ProductFields draft={draft} isNew={opened === null} problems={left} onChange={change} />
      </div>
      <div className="dialog-foot">
        {left.message && (
          <div className="w-full">
            <Note tone="failed">{left.message}</Note>
          </div>
        )}
        <Button variant="line" onClick={onLeave}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={isUploading}>
          Save Product
        </Button>
      </div>
    </form>
  );
}

function problemsBeside(mended: readonly string[], problems: Problems): Problems {
  const fields = Object.entries(problems.fields).filter(([name]) => !mended.includes(name));
  const isOver = fields.length === 0 && Object.keys(problems.fields).length > 0;
  return isOver ? noProblems : { ...problems, fields: Object.fromEntries(fields) };
}

function useSaving(listing: Listing | null, saved: ProductDraft, onSaved: () => void) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(noProblems);

  async function save(draft: ProductDraft) {
    if (busy) return;
    const found = checkProduct(draft);
    setProblems(found);
    if (found.message !== null) return;
    setBusy(true);
    const refused = await saveProduct(listing, draft, saved);
    setBusy(false);
    if (refused) return setProblems(refused);
    showToast({ tone: 'done', text: listing ? 'Product updated successfully' : 'Product added successfully' });
    onSaved();
  }
  return { save, busy, problems };
}
