import { paymentRules } from '#web/features/billing/purchase/payment-rules.ko.ts'
import { expect, it } from 'vitest'
import { paymentFaqs } from '../help-center/payment.ts'
import { serviceFaqs } from '../help-center/service.ts'
import { paidServiceTerms } from './paid-service-terms.ts'

it('states the rules of payments in the terms of paid services word for word', () => {
  const lines = paidServiceTerms.context.split('\n').map((line) => line.replace(/^\d+\. /, ''))
  expect(lines).toEqual(expect.arrayContaining(Object.values(paymentRules).flat()))
})

it('states no figure of plans, rentals and packages, which staff change', () => {
  const faqs = [...paymentFaqs, ...serviceFaqs].flatMap(({ context }) => context)
  const text = [...faqs, paidServiceTerms.context].join('\n')
  expect(text).not.toMatch(/[\d,]{3,}원/)
  expect(text).not.toMatch(/\d{3,4}p|[\d,]{3,}P|\d+시간 동안|\d대에서|베이직|스탠다드|프리미엄/)
})
