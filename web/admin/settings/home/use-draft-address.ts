import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import type { HomeSettings } from '#contract/home.ts';
import { call } from '../../../api.ts';

/** Milliseconds after the last change until the preview follows. */
const previewDelay = 600;
/** Milliseconds after which the draft is sent again, because the server keeps it for ten minutes only. */
const renewAfter = 9 * 60_000;

/** The address of a page that shows the draft; a new one a moment after each change, null before the first one is known. */
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
    // Cleared first, so that screen readers announce the same failure again.
    setShown(({ address }) => ({ address, failure: null }));
    setAttempt((count) => count + 1);
  }
  return { ...shown, retry };
}
