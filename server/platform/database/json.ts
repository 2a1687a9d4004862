/** JSON as text. Only the queries of the owning feature parse and write it. */
export type Json = string;
