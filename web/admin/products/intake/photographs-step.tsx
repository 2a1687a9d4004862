import { useCallback, useState } from 'react';
import { call } from '../../../api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { adminFailure, failureText } from '../../admin-failure.ts';
import { PieceGroups } from './piece-groups.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Intake } from './use-intake.ts';

/** The photographs that are in, by piece; they can be moved, ordered and removed. */
export function PhotographsStep({ intake }: { intake: Intake }) {
  const { pieces, refresh, setCells } = intake;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [isRemoving, setRemoving] = useState(false);
  // Others may have removed some meanwhile.
  const there = new Set(pieces.flatMap(({ pictures }) => pictures.map(({ id }) => id)));
  const chosen = new Set([...marked].filter((id) => there.has(id)));
  const choose = useCallback((ids: readonly string[], isChosen: boolean) => {
    setMarked((before) => new Set(isChosen ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  }, []);
  const clear = () => setMarked(new Set());
  async function move(pictureIds: readonly string[], pieceId: string | null) {
    const answer = await call('movePictures', { body: { pictureIds: [...pictureIds], pieceId } });
    if (answer.success) clear();
    await refresh();
    return answer.success ? null : failureText('Failed to move the photographs', answer);
  }
  async function putFirst(pictureId: string) {
    const answer = await call('putPictureFirst', { body: { pictureId } });
    await refresh();
    return answer.success ? null : failureText('Failed to change the main picture', answer);
  }
  if (pieces.length === 0) return <p className="state muted">No photographs are in yet.</p>;
  return (
    <>
      <SelectionBar
        pieces={pieces}
        chosen={chosen}
        actions={{ move: (to) => move([...chosen], to), putFirst, remove: () => setRemoving(true), clear }}
      />
      <PieceGroups
        pieces={pieces}
        chosen={chosen}
        onChoose={choose}
        onName={(pieceId, value) => setCells([{ pieceId, field: 'name', value }])}
        onMove={(ids, to) => void move(ids, to)}
      />
      <ConfirmDialog
        open={isRemoving}
        title={`Remove ${chosen.size === 1 ? 'this photograph' : `these ${chosen.size} photographs`}?`}
        confirmLabel="Remove"
        onCancel={() => setRemoving(false)}
        onConfirm={async () => {
          const answer = await call('removeFromIntake', { body: { pictureIds: [...chosen] } });
          if (!answer.success) return adminFailure('Failed to remove the photographs', answer);
          setRemoving(false);
          clear();
          await refresh();
          return undefined;
        }}
      >
        They leave the intake. The files on your computer stay.
      </ConfirmDialog>
    </>
  );
}
