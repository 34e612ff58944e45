import { paymentRules } from '#web/features/billing/purchase/payment-rules.ko.ts'
import { expect, it } from 'vitest'
import { paidServiceTerms } from './paid-service-terms.ts'

it('states the rules of payments in the terms of paid services word for word', () => {
  const lines = paidServiceTerms.context.split('\n').map((line) => line.replace(/^\d+\. /, ''))
  expect(lines).toEqual(expect.arrayContaining(Object.values(paymentRules).flat()))
})
