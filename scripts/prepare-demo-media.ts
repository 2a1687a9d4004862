// Makes the pictures of the demo for the browser tests, if they are not there yet (e2e/demo-media.ts). scripts/test.ts runs it beside the
// server tests, whose pauses are enough for it.
import prepareDemoMedia from '../e2e/demo-media.ts';

await prepareDemoMedia();
