import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { fulfilmentEndpoints } from '#contract/fulfilment.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  addNote,
  cancelAppointment,
  changeShipment,
  listNotes,
  removeNote,
  removeShipment,
  setAppointment,
  setOrderDelivered,
  setOrderPacked,
  setOrderUnpacked,
  setShipmentDelivered,
  ship,
} from './fulfilment.ts';

export function fulfilmentRoutes(shop: Shop): Handlers<keyof typeof fulfilmentEndpoints> {
  return {
    createShipment: async ({ params, body, session }) => present(await ship(shop, session.userId, params.id, body)),
    changeShipment: async ({ params, body, session }) =>
      present(await changeShipment(shop, session.userId, shipmentOf(params), body)),
    removeShipment: async ({ params, session }) =>
      present(await removeShipment(shop, session.userId, shipmentOf(params))),
    setShipmentDelivered: async ({ params, session }) =>
      present(await setShipmentDelivered(shop, session.userId, shipmentOf(params))),
    setOrderDelivered: async ({ params, session }) => present(await setOrderDelivered(shop, session.userId, params.id)),
    setOrderPacked: async ({ params, session }) => present(await setOrderPacked(shop, session.userId, params.id)),
    setOrderUnpacked: async ({ params, session }) => present(await setOrderUnpacked(shop, session.userId, params.id)),
    setAppointment: async ({ params, body, session }) =>
      present(await setAppointment(shop, session.userId, params.id, body)),
    cancelAppointment: async ({ params, session }) => present(await cancelAppointment(shop, session.userId, params.id)),
    listOrderNotes: ({ params, query }) => listNotes(shop, params.id, query),
    addOrderNote: async ({ params, body, session }) => {
      const note = await addNote(shop, session.userId, params.id, body.text);
      return isRefusal(note) ? note : { note };
    },
    removeOrderNote: async ({ params, session }) =>
      (await removeNote(shop, session.userId, { orderId: params.id, noteId: params.noteId })) ?? {},
  };
}

const shipmentOf = ({ id, shipmentId }: { id: string; shipmentId: string }) => ({ orderId: id, shipmentId });

const present = (order: OrderDetails | Refusal) => (isRefusal(order) ? order : { order });
