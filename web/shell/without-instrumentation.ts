// Replaces React Router's instrumentation in the browser's bundle (vite.config.ts). The shop instruments nothing.

export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = <Router>(router: Router): Router => router;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

// Only modules that browsers do not load import these.
export const [instrumentHandler, instrumentationResultMetaContext] = [undefined, undefined];
