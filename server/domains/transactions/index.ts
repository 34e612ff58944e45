/**
 * Money and points: what was ordered, paid, bought and given back, and who may therefore play what.
 */
export { transactionsHandlers } from './handlers.ts'
export { subscriptionsHandlers } from './subscriptions/handlers.ts'
