/** True (1) or false (0): a number, so that both engines store the same. */
export type Flag = 0 | 1;
