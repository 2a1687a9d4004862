// Preloaded into the shop (`node --import`): slow senders are ended sooner, so that the short form sees it.
import { arrivalTimeouts } from '#server/platform/http/bodies.ts';

Object.assign(arrivalTimeouts, { headers: 6_000, body: 6_000 });
