export { declineCopy, windowClosedText } from './declines.copy.ts'
export * from './payment-gateway.ts'
export { createPaymentGateway } from './toss-payments.ts'
