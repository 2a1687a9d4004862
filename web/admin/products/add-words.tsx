import { Trans } from '@lingui/react/macro';

/** The words of the button that adds a piece: "Add", and for screen readers its name. */
export function AddWords({ name }: { name: string }) {
  return (
    <Trans>
      Add<span className="visually-hidden"> {name}</span>
    </Trans>
  );
}
