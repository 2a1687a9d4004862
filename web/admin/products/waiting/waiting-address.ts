export const waitingAddress = '/admin/products/waiting';
