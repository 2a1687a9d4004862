// The entry of the thread that cleans one SVG. clean-svg-in-thread.ts starts and ends it.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { cleanSvg } from './clean-svg.ts';

parentPort?.postMessage(cleanSvg(Buffer.from(z.instanceof(Uint8Array).parse(workerData))));
