import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { expectSkippedTransitions } from './shell/skipped-transitions.ts';
import { listenToWayBack } from './shell/way-back.ts';
import { reportWebVitals } from './shell/web-vitals.ts';

listenToWayBack();
expectSkippedTransitions();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

reportWebVitals('/api/vitals');
