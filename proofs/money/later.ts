// Preloaded into the shop (`node --import`): its clock is ahead by CLOCK_AHEAD milliseconds.
const { now } = Date;
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
Date.now = () => now() + ahead;
