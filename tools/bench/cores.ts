/** Linux: the server has the first core for itself, the load the second; each goes before the words of a program. */
export const onServerCore = ['taskset', '-c', '0'];
export const onLoadCore = ['taskset', '-c', '1'];
