export { declineWords, windowClosedWords } from './declines.copy.ts'
export * from './port.ts'
export { createPayments } from './toss.ts'
