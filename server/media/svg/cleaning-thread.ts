// The thread that cleans one drawing: started by cleaning.ts, and gone when it has answered.
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { cleanSvg } from './clean-svg.ts';

parentPort?.postMessage(cleanSvg(Buffer.from(z.instanceof(Uint8Array).parse(workerData))));
