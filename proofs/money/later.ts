// Preloaded into the shop (`node --import`): its clock is CLOCK_AHEAD milliseconds ahead.
const { now } = Date;
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
Date.now = () => now() + ahead;
