// Preloaded into the shop (`node --import`): slow senders are disconnected after six seconds, so that the short form can wait for it.
import { arrivalTimeouts } from '#server/platform/http/bodies.ts';

Object.assign(arrivalTimeouts, { headers: 6_000, body: 6_000 });
