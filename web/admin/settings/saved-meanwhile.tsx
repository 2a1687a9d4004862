import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';

/** Two owners changed the same: this one sees what the other did, before saving replaces it. */
export function SavedMeanwhile({ news, onTake }: { news: readonly string[]; onTake: () => void }) {
  return (
    <FailureNote>
      <p>
        Somebody else has saved meanwhile: {news.join(', ')}. This page still has your version. Saving again replaces
        theirs.
      </p>
      <Button variant="text" onClick={onTake}>
        Take theirs
      </Button>
    </FailureNote>
  );
}
