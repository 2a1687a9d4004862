import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { type NameState, privateOwner } from '#contract/provenance-lines.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

const stateWords: Readonly<Record<NameState, string>> = {
  waiting: t`The shop reads it before it is shown.`,
  shown: t`Your name is shown.`,
  refused: t`The shop does not show this name. You can write another one.`,
};

/** Shows how the provenance of an order's pieces names the buyer, who can change it (docs/behaviour/provenance.md, 6). */
export default function NameInProvenance({ order }: { order: OrderDetails }) {
  const [name, setName] = useState(order.nameInProvenance ?? '');
  const [saved, setSaved] = useState<{ name: string; state?: NameState | undefined }>({ name, state: order.nameState });
  const shown = saved.state === 'shown' ? saved.name : privateOwner;
  const [isSaved, setIsSaved] = useState(false);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('setNameInProvenance', { params: { id: order.id }, body: { name } });
    if (!answer.success) return answer;
    // What was typed while the call ran is kept.
    setName((typed) => (typed === name ? answer.name : typed));
    setSaved(answer);
    setIsSaved(true);
    return undefined;
  });
  return (
    <form
      className="grid max-w-[28rem] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className="muted">
        <Trans>
          The provenance of what you bought in this order names “{shown}”. You decide whether that is your name.
        </Trans>
      </p>
      <TextField
        label={t`Your name in the provenance`}
        hint={t`Left empty, nobody is named.`}
        value={name}
        maxLength={limits.name}
        autoComplete="off"
        onChange={({ target }) => {
          setName(target.value);
          setIsSaved(false);
        }}
      />
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap items-center gap-4">
        <Button variant="line" type="submit" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
        <span role="status" className="muted">
          {name === saved.name && (saved.state ? stateWords[saved.state] : isSaved && t`You are not named.`)}
        </span>
      </div>
    </form>
  );
}
