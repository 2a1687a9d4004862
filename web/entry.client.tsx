import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { adoptCarriedState } from './language/carried-state.ts';
import { listenToHistorySteps } from './shell/history-steps.ts';
import { ignoreSkippedTransitions } from './shell/skipped-transitions.ts';
import { reportWebVitals } from './shell/web-vitals.ts';

adoptCarriedState();
listenToHistorySteps();
ignoreSkippedTransitions();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

reportWebVitals('/api/vitals');
