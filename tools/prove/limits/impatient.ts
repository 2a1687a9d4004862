// Preloaded into the shop (`node --import`): slow senders are ended sooner, so that the short form sees it.
import { arrivalPatience } from '#server/http/bodies.ts';

Object.assign(arrivalPatience, { headers: 6_000, body: 6_000 });
