/** Epoch milliseconds. */
export type Milliseconds = number;
