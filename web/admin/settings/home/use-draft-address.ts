import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { HomeSettings } from '#contract/home.ts';
import { call } from '../../../api.ts';

/** Milliseconds after the last change until the preview follows. */
const previewDelay = 600;
/** A draft ends after ten minutes, so it is sent again before. */
const renewAfter = 9 * 60_000;

/** The address of a page that shows the draft, a moment after its last change. Null before the first. */
export function useDraftAddress(draft: HomeSettings) {
  const [shown, setShown] = useState<{ address: string | null; failure: string | null }>({
    address: null,
    failure: null,
  });
  const [attempt, setAttempt] = useState(0);
  const content = JSON.stringify(draft);
  const isFirst = shown.address === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again; the first preview is not delayed.
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(
      async () => {
        const body: HomeSettings = JSON.parse(content);
        const answer = await call('previewHome', { body, signal: controller.signal });
        if (controller.signal.aborted) return;
        if (answer.success) return setShown({ address: answer.address, failure: null });
        const { message } = answer;
        setShown(({ address }) => ({ address, failure: t`Failed to show the preview: ${message}` }));
      },
      isFirst ? 0 : previewDelay,
    );
    const renewal = setTimeout(() => setAttempt((count) => count + 1), renewAfter);
    return () => {
      controller.abort();
      clearTimeout(timer);
      clearTimeout(renewal);
    };
  }, [content, attempt]);
  function retry() {
    // Removed first, so that the same failure is announced again.
    setShown(({ address }) => ({ address, failure: null }));
    setAttempt((count) => count + 1);
  }
  return { ...shown, retry };
}
