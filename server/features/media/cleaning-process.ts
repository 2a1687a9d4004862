// The entry of the process that checks and cleans uploaded pictures. clean-picture-in-process.ts starts it.
import { z } from 'zod';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { cleanPicture } from './clean-picture.ts';

const request = z.object({
  id: z.number(),
  received: z.object({ path: z.string(), size: z.number(), hash: z.string() }),
  isDemo: z.boolean(),
});

process.on('message', (message) => {
  const { id, received, isDemo } = request.parse(message);
  cleanPicture(received, isDemo).then(
    (picture) => process.send?.({ id, picture }),
    (error: unknown) => process.send?.({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();
