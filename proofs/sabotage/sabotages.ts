import { join } from 'node:path';
import type { Engine } from '#server/platform/database/database.ts';

/** A mistake that a hurried developer could make, and the proof that must notice it (docs/reliability.md). */
export interface Sabotage {
  /** Also the name of its patch below patches/, which changes the server or the contract. */
  name: string;
  /** The promise it breaks, as it stands without the patch. */
  breaks: string;
  proof: string;
  engine: Engine;
}

export const patchOf = ({ name }: Sabotage): string => join(import.meta.dirname, 'patches', `${name}.patch`);

/** By proof and engine: the name of each patch, and the promise it breaks. */
const table: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'race postgres': {
    'no-locks': 'A piece that two claim at once is locked, and the unique index has the last word',
    'admins-unlocked': 'If two admins demote each other at once, one remains an admin',
    'orders-unlocked': 'Simultaneous changes of one order happen one after another',
    'conflict-is-an-accident': 'Buyers who meet in the database are answered, not failed',
  },
  'race sqlite': {
    'held-is-free': 'A piece that one buyer holds is given to nobody else',
    'last-device-wins': 'Carts of two devices become one',
    'repetition-refused': 'A confirmation that is repeated is answered as the first one',
  },
  'simulation sqlite': {
    'claim-without-look': 'A checkout that ran out is paid only while every piece is still free',
    'sold-stays-available': 'A piece is sold exactly while an order owns it',
    'last-admin-asked-outside': 'Whether an admin is the last one is asked in the transaction that takes the rights',
    'second-checkout-beside-the-first': 'A buyer has one checkout at a time',
    'hold-for-ever': 'Nobody keeps a piece from others by renewing a hold without end',
    'held-piece-deleted': 'A piece that somebody is paying for is not deleted',
    'client-price': 'The price is the shop’s, not the one that the browser sends',
    'cancel-without-refund': 'A cancelled order is refunded',
    'refund-twice': 'What was paid is refunded once',
    'a-cent-off': 'An order’s total is the sum of its pieces',
    'edit-is-free': 'What an edited order costs more is charged, what it costs less is refunded',
    'key-not-kept': 'A checkout that is repeated under its key happens once',
    'key-of-any-body': 'A key is not taken for another body than its first one',
    'cart-kept': 'A bought piece is removed from the cart',
    'deleted-piece-in-carts': 'A deleted piece is in no cart',
    'payable-for-ever': 'A checkout that ran out can be paid for a day, not longer',
    'discontinued-for-sale': 'A discontinued piece is sold to nobody',
    'revision-not-raised': 'After an order has changed no page shows the old state',
    'edited-piece-not-seen': 'After a piece was edited no page shows the old one',
    'live-piece-for-sale-again': 'A piece in a paid order is not made available by hand',
    'hold-outlives-its-buyer': 'A deleted user holds nothing',
    'sign-out-in-words-only': 'A token that was signed out opens nothing',
  },
  'crash sqlite': {
    'answered-before-commit': 'What is answered is committed',
    'charge-on-its-own': 'Order, pieces and payment change in one transaction',
    'upload-without-note': 'An upload that a crash cut short leaves no file that nobody knows',
    'rows-before-files': 'A picture that the database knows has its file',
  },
  'crash postgres': {
    'unheard-connection': 'A database server that dies takes no shop with it',
    'postgres-commits-later': 'What PostgreSQL has acknowledged is on its disk',
  },
  'power-loss sqlite': {
    'synchronous-normal': 'What SQLite has committed survives a power cut',
    'picture-not-synced': 'A picture that was acknowledged is on the disk',
    'name-not-synced': 'The name of a picture that was acknowledged is on the disk',
    'key-not-synced': 'The key of the card fields is on the disk before anything is sealed with it',
    'key-of-no-name': 'The name of the key’s file is on the disk before anything is sealed with it',
  },
  'backup sqlite': {
    'backup-without-a-table': 'A backup has every table',
    'backup-without-pictures': 'A backup has every picture',
    'backup-of-many-moments': 'A backup is the shop as of one moment',
    'backup-not-checked': 'A damaged backup is not restored',
    'migration-in-pieces': 'A migration is taken whole or not at all',
    'migration-without-a-copy': 'Before a migration the database is kept as it was',
  },
  'authorization sqlite': {
    'admin-calls-for-customers': 'What is for admins answers admins only',
    'any-session-is-an-admin': 'Admin calls ask for an admin',
    'anybodys-order': 'An order is shown to its buyer',
    'anybody-cancels': 'An order is changed by its buyer',
    'anybodys-invoice': 'An invoice is shown to its buyer and to admins',
    'foreign-is-told-apart': 'Somebody else’s order and one that does not exist answer alike',
    'old-password-is-enough': 'What an admin does to people needs a recent password',
    'admin-by-address': 'Who may call is decided on the endpoint, however its address is written',
  },
  'limits sqlite': {
    'any-forwarded-address': 'A forged X-Forwarded-For changes nobody’s limits',
    'failures-not-counted': 'After ten wrong passwords the account takes no more guesses',
    'owner-locked-out': 'Guesses at an account do not lock its owner out',
    'endless-queue': 'Passwords wait in a queue that has an end',
    'slow-for-ever': 'A body that arrives letter by letter is refused in time',
    'as-deep-as-you-like': 'A body deeper or wider than any call needs is refused',
    'packed-bodies': 'Packed bodies are refused: a few bytes could become any number',
    'refused-files-stay': 'A refused upload leaves nothing',
    'full-disk-is-an-accident': 'A full or failing disk is answered 503, not 500',
  },
  'fuzz sqlite': {
    'accident-in-full': 'The answer to an accident reveals nothing about the machine',
    'accident-with-stack': 'No answer has a stack in it',
    'price-as-it-comes': 'A price is a number, in bounds',
    'broken-upload-is-an-accident': 'A malformed multipart body is the sender’s mistake: 400',
    'bare-early-answers': 'Answers to addresses that cannot be read carry the protective headers',
    'framework-speaks': 'Every failure is in the contract’s words',
  },
  'fuzz postgres': {
    'text-with-zeros': 'Control characters are refused before they reach the database',
    'any-page-number': 'A list refuses page numbers that cannot exist',
  },
  'headers sqlite': {
    'inline-scripts': 'A page runs no script but its own',
    'inline-styles': 'A page takes no style but its own',
    'no-trusted-types': 'No text becomes markup in the browser',
    framed: 'No page stands in another site’s frame',
    sniffing: 'No browser guesses what a file is',
    'no-transport-security': 'A browser that came over https uses https the next time',
  },
  'secrets sqlite': {
    'bodies-in-the-log': 'No log contains request bodies',
    'headers-in-the-log': 'No log contains tokens or cookies, at any level',
    'cards-in-plain': 'Card fields are sealed',
    'cards-shown': 'A card number is shown by its last digits only',
    'tokens-in-plain': 'Only the hash of a token is stored',
    'passwords-in-plain': 'Only the hash of a password is stored',
    'key-beside-the-backup': 'The key of the card fields is in no backup',
  },
};

export const sabotages: readonly Sabotage[] = Object.entries(table).flatMap(([key, patches]) => {
  const [proof = '', engine] = key.split(' ');
  return Object.entries(patches).map(
    ([name, breaks]): Sabotage => ({ name, breaks, proof, engine: engine === 'postgres' ? 'postgres' : 'sqlite' }),
  );
});
