// Replaces React Router's instrumentation in the browser's bundle (vite.config.ts). The shop instruments nothing.

export const getRouteInstrumentationUpdates = () => ({});
export const instrumentClientSideRouter = <Router>(router: Router): Router => router;
export const consumeInstrumentationClientResultMetaReceiver = () => undefined;

// Imported by modules that browsers do not load.
export const [instrumentHandler, instrumentationResultMetaContext] = [undefined, undefined];
