// Makes the pictures and the shop of the demo for the browser tests, if they are not there yet (e2e/demo-shop.ts). scripts/test.ts runs it
// beside the server tests, which leave enough processor time for it.
import prepareDemoShop from '../e2e/demo-shop.ts';

await prepareDemoShop();
