import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { ProductConflict } from '#contract/product-conflict.ts';
import { noProblems, type Problems, useFocusOnProblem } from '../../account/problems.ts';
import { useShop } from '../../shell/shop.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { checkProduct } from './check-product.ts';
import { previewsOf } from './draft-image.ts';
import { ProductConflicts } from './product-conflicts.tsx';
import { draftOf, isSameDraft, type ProductDraft, withFields } from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductImages } from './product-images.tsx';
import { type SaveProblems, saveProduct } from './save-product.ts';

interface ProductFormProps {
  listing: Listing | null;
  onDirty: (isDirty: boolean) => void;
  onLeave: () => void;
  onSaved: () => void;
}

/** The form for adding and editing a listing (docs/behaviour/admin.md, 7). */
export function ProductForm({ listing, onDirty, onLeave, onSaved }: ProductFormProps) {
  // The listing when the form was opened, even if the list behind the form changes.
  const [opened] = useState(listing);
  // The last known stored values: those when the form was opened, updated by conflicts.
  const [saved, setSaved] = useState(() => draftOf(opened));
  const [draft, setDraft] = useState(saved);
  const [isUploading, setUploading] = useState(false);
  const { save, busy, problems, conflicts, settle } = useSaving(opened, saved, onSaved);
  // An error is cleared when its field changes.
  const [mended, setMended] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnProblem(form, problems);
  const left = problemsBeside(mended, problems);
  const isDirty = isUploading || !isSameDraft(draft, saved);
  // React commits state set in a layout effect before the browser's next event, so Escape directly after a key press
  // sees it.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function change(changes: Partial<ProductDraft>) {
    setDraft((current) => ({ ...current, ...changes }));
    setMended((names) => [...names, ...Object.keys(changes)]);
  }

  function choose(conflict: ProductConflict, choice: 'mine' | 'theirs') {
    setSaved((current) => withFields(current, conflict.theirs));
    if (choice === 'theirs') setDraft((current) => withFields(current, conflict.theirs));
    settle(conflict);
    // The section is removed together with the last choice.
    if (conflicts.length === 1) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isUploading) return;
    if (conflicts.length > 0) return form.current?.querySelector<HTMLElement>('.conflicts')?.focus();
    setMended([]);
    void save(draft);
  }

  return (
    <form className="contents" ref={form} noValidate onSubmit={submit}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <div className="dialog-body" tabIndex={0} role="group" aria-label="Product">
        {conflicts.length > 0 && (
          <ProductConflicts
            conflicts={conflicts}
            draft={draft}
            theirs={conflicts.reduce((theirs, conflict) => withFields(theirs, conflict.theirs), draft)}
            onChoose={choose}
          />
        )}
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
  const { currency } = useShop();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<SaveProblems>(noProblems);
  const conflicts = problems.conflicts ?? [];

  /** Called after a choice. After the last one, no error is left. */
  function settle(conflict: ProductConflict) {
    const rest = conflicts.filter(({ field }) => field !== conflict.field);
    setProblems(rest.length > 0 ? { ...problems, conflicts: rest } : noProblems);
  }

  async function save(draft: ProductDraft) {
    if (busy) return;
    const found = checkProduct(draft, currency);
    setProblems(found);
    if (found.message !== null) return;
    setBusy(true);
    const refused = await saveProduct(listing, draft, saved);
    setBusy(false);
    if (refused) return setProblems(refused);
    showToast({ tone: 'done', text: listing ? 'Product updated successfully' : 'Product added successfully' });
    onSaved();
  }
  return { save, busy, problems, conflicts, settle };
}
