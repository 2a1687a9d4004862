// Makes the demo's responsive pictures before the browser tests need them.
import prepareDemoMedia from './demo-media.ts';

await prepareDemoMedia();
