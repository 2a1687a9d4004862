import { deleteLink, insertRoom } from '#server/features/private-sales/private-sales.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';

const id = 'demo-room';
/** How long the room is open, in milliseconds. */
const openFor = 90 * 24 * 3_600_000;

const room = {
  name: 'Water, for the stair at Birchgrove',
  note: 'Four pieces with water in them, as we spoke about. The wall takes up to 1.2 metres. Come and see them whenever you like.',
  pieces: [
    { listingId: 'red-river-moon', words: 'The one you stood before. It wants light from the left.' },
    { listingId: 'pond-in-two-parts', words: 'In two parts, so that it can go around the corner.' },
    { listingId: 'the-seventh-wave', words: 'The largest that the wall takes.' },
    { listingId: 'three-carp-falling-petals', words: 'Smaller, for the landing.' },
  ],
};

/** A viewing room with pieces of the demo. Nobody has its address: an owner makes a new one in the panel. */
export function insertDemoRoom(tx: Writer, shop: Shop): Promise<void> {
  return insertRoom(tx, shop, { ...room, id, until: shop.clock() + openFor });
}

export const removeDemoRoom = (tx: Writer): Promise<void> => deleteLink(tx, id);
