import { z } from 'zod';
import { box, detail, type WrittenCloseLook } from '#contract/close-look.ts';
import type { CloseLooksTable } from '#server/platform/database/close-look-tables.ts';

const details = z.array(detail);

/** A row as staff has written it. */
export function presentWritten(row: CloseLooksTable): WrittenCloseLook {
  return {
    picture: row.picture,
    box: row.box === null ? null : box.parse(JSON.parse(row.box)),
    details: details.parse(JSON.parse(row.details)),
  };
}
