import { z } from 'zod';
import { newAppointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { orderDetails } from './orders.ts';
import { newShipment, shipmentChanges } from './shipments.ts';
import { pathId, prose } from './text.ts';

const ofOrder = z.object({ id: pathId });
const ofShipment = z.object({ id: pathId, shipmentId: pathId });
const reply = z.object({ order: orderDetails });

/** A note about an order. Buyers never see it. */
const orderNote = z.object({
  id: z.string(),
  at: z.string(),
  text: z.string(),
  /** The name of the admin who wrote it; null if the account was deleted. */
  author: z.string().nullable(),
});
export type OrderNote = z.infer<typeof orderNote>;

export const fulfilmentEndpoints = {
  createShipment: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/shipments',
    access: 'staff',
    summary: 'Send pieces of a paid order; when the last one has left, the order is shipped. The buyer gets an email',
    params: ofOrder,
    body: newShipment,
    reply,
    status: 201,
    refuses: [404, 409],
  }),
  changeShipment: endpoint({
    method: 'PUT',
    path: '/admin/orders/:id/shipments/:shipmentId',
    access: 'staff',
    summary: 'Correct the carrier, the tracking number or the day of a shipment',
    params: ofShipment,
    body: shipmentChanges,
    reply,
    refuses: [404],
  }),
  removeShipment: endpoint({
    method: 'DELETE',
    path: '/admin/orders/:id/shipments/:shipmentId',
    access: 'staff',
    summary: "Remove a shipment that was recorded by mistake; a shipped order becomes 'paid' again",
    params: ofShipment,
    reply,
    refuses: [404, 409],
  }),
  setShipmentDelivered: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/shipments/:shipmentId/delivered',
    access: 'staff',
    summary: 'Mark a shipment as delivered; when all are, the order is delivered',
    params: ofShipment,
    reply,
    refuses: [404, 409],
  }),
  setOrderDelivered: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/delivered',
    access: 'staff',
    summary: 'Mark a shipped order as delivered with all its shipments, or a paid one as picked up',
    params: ofOrder,
    reply,
    refuses: [404, 409],
  }),
  setOrderPacked: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/packed',
    access: 'staff',
    summary: 'Mark a paid order as packed; its status does not change',
    params: ofOrder,
    reply,
    refuses: [404, 409],
  }),
  setOrderUnpacked: endpoint({
    method: 'DELETE',
    path: '/admin/orders/:id/packed',
    access: 'staff',
    summary: 'Mark an order as not packed',
    params: ofOrder,
    reply,
    refuses: [404],
  }),
  setAppointment: endpoint({
    method: 'PUT',
    path: '/admin/orders/:id/appointment',
    access: 'staff',
    summary: 'Set when the buyer of a paid order collects it; the buyer gets an email',
    params: ofOrder,
    body: newAppointment,
    reply,
    refuses: [404, 409],
  }),
  cancelAppointment: endpoint({
    method: 'DELETE',
    path: '/admin/orders/:id/appointment',
    access: 'staff',
    summary: 'Cancel the appointment of an order; the buyer gets an email',
    params: ofOrder,
    reply,
    refuses: [404, 409],
  }),
  listOrderNotes: endpoint({
    method: 'GET',
    path: '/admin/orders/:id/notes',
    access: 'viewer',
    summary: 'Notes for staff about an order, newest first',
    params: ofOrder,
    query: listQuery(['at']).pick({ page: true, pageSize: true }),
    reply: z.object({ notes: z.array(orderNote), total: z.number() }),
    refuses: [404],
  }),
  addOrderNote: endpoint({
    method: 'POST',
    path: '/admin/orders/:id/notes',
    access: 'staff',
    summary: 'Add a note about an order that its buyer never sees',
    params: ofOrder,
    body: z.object({ text: prose(limits.message, 'Please write a note') }),
    reply: z.object({ note: orderNote }),
    status: 201,
    refuses: [404, 409],
  }),
  removeOrderNote: endpoint({
    method: 'DELETE',
    path: '/admin/orders/:id/notes/:noteId',
    access: 'staff',
    summary: 'Remove a note about an order',
    params: z.object({ id: pathId, noteId: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
};
