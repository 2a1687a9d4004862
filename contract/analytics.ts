import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { amount } from './money.ts';
import { timeRanges } from './states.ts';

export const sales = z.object({
  averageDaily: amount,
  averageMonthly: amount,
  averageYearly: amount,
  chartData: z.array(z.object({ period: z.string(), amount: z.string(), numericAmount: amount })),
  metadata: z.object({
    totalSales: amount,
    totalOrders: z.number(),
    /** The parts of `totalSales` for pieces and for their delivery; absent where no delivery was charged. */
    totalPieces: amount.optional(),
    totalDelivery: amount.optional(),
    calculationInfo: z.object({ dailyCalc: z.string(), monthlyCalc: z.string(), yearlyCalc: z.string() }),
  }),
});
export type Sales = z.infer<typeof sales>;

export const activity = z.object({
  kind: z.enum(['user', 'order', 'product']),
  /** The text that the dashboard shows. */
  text: z.string(),
  /** Name of the user, order or listing; null if there is none yet. */
  subject: z.string().nullable(),
  at: z.string().nullable(),
});
export type Activity = z.infer<typeof activity>;

export const dashboard = z.object({
  totals: z.object({ users: z.number(), listings: z.number(), orders: z.number(), sales: amount }),
  recentActivity: z.array(activity),
  /** Charges less refunds of every order that is processing, paid, shipped or delivered. */
  soldLessRefunds: amount,
});
export type Dashboard = z.infer<typeof dashboard>;

export const analyticsEndpoints = {
  getDashboard: endpoint({
    method: 'GET',
    path: '/admin/dashboard',
    access: 'viewer',
    summary: 'Totals and the latest registration, order and product change',
    reply: dashboard,
  }),
  getSales: endpoint({
    method: 'GET',
    path: '/admin/sales/:period',
    access: 'viewer',
    summary: 'Sales by day, month or year of the shop’s time zone',
    params: z.object({ period: z.enum(timeRanges) }),
    reply: z.object({ data: sales }),
  }),
};
