export { cancelAppointment, setAppointment } from './appointments.ts';
export { setOrderDelivered, setOrderPacked, setOrderUnpacked, setShipmentDelivered } from './delivering.ts';
export { deleteNotesOf } from './order-notes.queries.ts';
export { addNote, listNotes, removeNote } from './order-notes.ts';
export { changeShipment, removeShipment, ship } from './shipping.ts';
