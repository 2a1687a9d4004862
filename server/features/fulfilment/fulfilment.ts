export { setOrderDelivered, setOrderPacked, setOrderUnpacked, setShipmentDelivered } from './delivering.ts';
export { addNote, deleteNotesOf, listNotes, removeNote } from './order-notes.ts';
export { changeShipment, removeShipment, ship } from './shipping.ts';
