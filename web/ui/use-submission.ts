import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Why an action failed. `FailureNote` shows the message above the button of the action. */
export interface FormFailure {
  /** Empty if the messages of the fields say everything. */
  message: string;
  /** The messages of the invalid fields, by field name. */
  fields?: Readonly<Record<string, string>>;
}

type Outcome = FormFailure | undefined;

interface Submission {
  isBusy: boolean;
  /** Why the latest attempt failed; null while it is running and after a success. */
  failure: FormFailure | null;
  setFailure: (failure: FormFailure | null) => void;
  /** Runs the action. Does nothing while it is running. */
  submit: () => void;
  /** The attributes of the action's form. */
  form: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
}

/**
 * Runs the action of a form or of a button, one run at a time. `action` returns why it failed, or undefined after a success; it returns a
 * promise only if it has sent a request. After a failure the first invalid field of the form receives the focus.
 */
export function useSubmission(action: () => Outcome | Promise<Outcome>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const isRunning = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);

  function submit() {
    if (isRunning.current) return;
    // The previous message is removed from the page first, so that the same one is announced again.
    flushSync(() => setFailure(null));
    const outcome = action();
    if (outcome instanceof Promise) void finish(outcome);
    else setFailure(outcome ?? null);
  }

  async function finish(outcome: Promise<Outcome>) {
    isRunning.current = true;
    setBusy(true);
    try {
      setFailure((await outcome) ?? null);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    submit();
  }

  return { isBusy, failure, setFailure, submit, form: { ref: form, noValidate: true, onSubmit } };
}
