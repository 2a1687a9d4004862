import { isRefusal } from '#contract/errors.ts';
import type { fulfilmentEndpoints } from '#contract/fulfilment.ts';
import { replyWithOrder } from '#server/features/orders/orders.ts';
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
    createShipment: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await ship(shop, session.userId, params.id, body), pageLanguage),
    changeShipment: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await changeShipment(shop, session.userId, shipmentOf(params), body), pageLanguage),
    removeShipment: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await removeShipment(shop, session.userId, shipmentOf(params)), pageLanguage),
    setShipmentDelivered: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await setShipmentDelivered(shop, session.userId, shipmentOf(params)), pageLanguage),
    setOrderDelivered: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await setOrderDelivered(shop, session.userId, params.id), pageLanguage),
    setOrderPacked: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await setOrderPacked(shop, session.userId, params.id), pageLanguage),
    setOrderUnpacked: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await setOrderUnpacked(shop, session.userId, params.id), pageLanguage),
    setAppointment: async ({ params, body, session, pageLanguage }) =>
      replyWithOrder(shop, await setAppointment(shop, session.userId, params.id, body), pageLanguage),
    cancelAppointment: async ({ params, session, pageLanguage }) =>
      replyWithOrder(shop, await cancelAppointment(shop, session.userId, params.id), pageLanguage),
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
