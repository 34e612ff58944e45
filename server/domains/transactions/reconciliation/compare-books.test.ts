import type { Transaction } from '#server/outside/payments/index.ts'
import { describe, expect, test } from 'vitest'
import { type Booked, compareBooks } from './compare-books.ts'

describe('matching', () => {
  const at = '2027-03-01T00:00:00.000Z'
  const their = (more: Partial<Transaction> = {}): Transaction => ({
    ...{ transaction_key: 't', payment_key: 'p', order_id: 'order-1', merchant_id: 'hanpyeon' },
    ...{ kind: 'cancel', currency: 'KRW', amount: 500, transaction_at: at, ...more },
  })
  const our = (more: Partial<Booked> = {}): Booked => ({
    ...{ entry_id: 1, order_id: 'order-1', movement: 'cancel', amount: 500, created_at: at },
    ...more,
  })
  const compare = (theirs: Transaction[], ours: Booked[]) =>
    compareBooks({ theirs, ours, merchant_id: 'hanpyeon', under_way: new Set() }).map(
      ({ kind, at_gateway, in_books }) => [kind, at_gateway, in_books],
    )

  test('two cancels alike are two', () => {
    expect(compare([their(), their()], [our(), our()])).toEqual([])
    expect(compare([their(), their()], [our()])).toEqual([['not_booked', 500, null]])
    expect(compare([their()], [our(), our()])).toEqual([['not_at_gateway', null, 500]])
  })
  test('a payment is no cancel of as much', () => {
    expect(compare([their({ kind: 'payment' })], [our()])).toEqual([
      ['not_booked', 500, null],
      ['not_at_gateway', null, 500],
    ])
  })
  test('in another order of time, and of other amounts', () => {
    const theirs = [their({ amount: 300 }), their({ amount: 200 })]
    expect(compare(theirs, [our({ amount: 200 }), our({ amount: 300 })])).toEqual([])
    expect(compare(theirs, [our({ amount: 200 }), our({ amount: 301 })])).toEqual([
      ['amount', 300, 301],
    ])
  })
  test('of others, or of no kind we ask for', () => {
    expect(
      compare(
        [their({ merchant_id: 'x' }), their({ kind: 'other' }), their({ currency: 'USD' })],
        [],
      ),
    ).toEqual(Array.from({ length: 3 }, () => ['foreign', 500, null]))
  })
})
