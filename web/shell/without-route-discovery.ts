// Replaces React Router's discovery of routes in the browser's bundle (vite.config.ts). The first page has the list of all routes
// (`routeDiscovery` in react-router.config.ts).

export const isFogOfWarEnabled = () => false;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => undefined;
/** Only called where discovery is enabled. */
export const getPartialManifest = () => ({});

// Only modules that browsers do not load import these.
export const [getManifestPath, getPathsWithAncestors, handleClientVersionMismatch] = [undefined, undefined, undefined];
