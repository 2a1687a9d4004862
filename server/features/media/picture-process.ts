// The entry of the process that works on uploaded pictures and logos. in-picture-process.ts starts it.
import { z } from 'zod';
import { ProcessKilled, ServiceUnavailable } from '#server/platform/failures.ts';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { cleanPicture } from './clean-picture.ts';
import { cleanLogo, drawLogo } from './logo.ts';

const bytes = z.instanceof(Uint8Array).transform((sent) => Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength));
const request = z.discriminatedUnion('task', [
  z.object({
    task: z.literal('cleanPicture'),
    id: z.number(),
    received: z.object({ path: z.string(), size: z.number(), hash: z.string() }),
    isDemo: z.boolean(),
  }),
  z.object({ task: z.literal('cleanLogo'), id: z.number(), bytes }),
  z.object({
    task: z.literal('drawLogo'),
    id: z.number(),
    bytes,
    box: z.object({ width: z.number(), height: z.number() }),
  }),
]);

process.on('message', (message) => {
  const sent = request.parse(message);
  const { id } = sent;
  perform(sent).then(
    (output) => process.send?.({ id, output }),
    (error: unknown) =>
      process.send?.({
        id,
        failure: error instanceof Error ? error.message : String(error),
        kind: kindOf(error),
      }),
  );
});
endWithParent();

function kindOf(error: unknown): 'killed' | 'unavailable' | 'other' {
  if (error instanceof ProcessKilled) return 'killed';
  return error instanceof ServiceUnavailable ? 'unavailable' : 'other';
}

function perform(sent: z.infer<typeof request>): Promise<object> {
  if (sent.task === 'cleanPicture') return cleanPicture(sent.received, sent.isDemo);
  if (sent.task === 'cleanLogo') return cleanLogo(sent.bytes);
  return drawLogo(sent.bytes, sent.box);
}
