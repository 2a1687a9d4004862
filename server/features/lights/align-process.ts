// The entry of the process that aligns one photograph. align-in-process.ts starts and ends it.
import sharp from 'sharp';
import { z } from 'zod';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { align } from './align.ts';

const request = z.object({ reference: z.instanceof(Uint8Array), photograph: z.instanceof(Uint8Array) });

sharp.concurrency(1);
sharp.cache(false);
process.on('message', (message) => {
  const { reference, photograph } = request.parse(message);
  align(reference, photograph).then(
    (outcome) => process.send?.({ outcome }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();
