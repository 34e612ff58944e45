import type { Transaction } from '#server/adapters/payments/index.ts'
import { describe, expect, test } from 'vitest'
import { type LedgerPayment, matchTransactions } from './match-transactions.ts'

describe('matching', () => {
  const at = '2027-03-01T00:00:00.000Z'
  const their = (more: Partial<Transaction> = {}): Transaction => ({
    transaction_key: 't',
    payment_key: 'p',
    order_id: 'order-1',
    merchant_id: 'hanpyeon',
    kind: 'cancel',
    currency: 'KRW',
    amount: 500,
    transaction_at: at,
    ...more,
  })
  const our = (more: Partial<LedgerPayment> = {}): LedgerPayment => ({
    entry_id: 1,
    order_id: 'order-1',
    movement: 'cancel',
    amount: 500,
    created_at: at,
    ...more,
  })
  const compare = (theirs: Transaction[], ours: LedgerPayment[]) =>
    matchTransactions({ theirs, ours, merchant_id: 'hanpyeon', under_way: new Set() }).map(
      ({ kind, gateway_amount, ledger_amount }) => [kind, gateway_amount, ledger_amount],
    )

  test('counts two equal cancels as two', () => {
    expect(compare([their(), their()], [our(), our()])).toEqual([])
    expect(compare([their(), their()], [our()])).toEqual([['not_booked', 500, null]])
    expect(compare([their()], [our(), our()])).toEqual([['not_at_gateway', null, 500]])
  })
  test('does not match a payment with a cancel of the same amount', () => {
    expect(compare([their({ kind: 'payment' })], [our()])).toEqual([
      ['not_booked', 500, null],
      ['not_at_gateway', null, 500],
    ])
  })
  test('matches in any order and reports differing amounts', () => {
    const theirs = [their({ amount: 300 }), their({ amount: 200 })]
    expect(compare(theirs, [our({ amount: 200 }), our({ amount: 300 })])).toEqual([])
    expect(compare(theirs, [our({ amount: 200 }), our({ amount: 301 })])).toEqual([
      ['amount', 300, 301],
    ])
  })
  test('reports both sides of each difference, oldest first', () => {
    const day = (number: number) => `2027-03-0${number}T00:00:00.000Z`
    const theirs = [
      their({ order_id: 'order-2', amount: 700, transaction_at: day(3) }),
      their({ amount: 300, transaction_at: day(2), transaction_key: 'key' }),
      their({ order_id: 'order-4', kind: 'payment', transaction_at: day(4) }),
    ]
    const ours = [
      our({ amount: 301, entry_id: 8 }),
      our({ order_id: 'order-3', entry_id: 9, created_at: day(1) }),
    ]
    const under_way = new Set(['order-2'])
    expect(matchTransactions({ theirs, ours, merchant_id: 'hanpyeon', under_way })).toEqual([
      {
        kind: 'not_at_gateway',
        movement: 'cancel',
        order_id: 'order-3',
        at: day(1),
        transaction_key: null,
        entry_id: 9,
        gateway_amount: null,
        ledger_amount: 500,
      },
      {
        kind: 'amount',
        movement: 'cancel',
        order_id: 'order-1',
        at: day(2),
        transaction_key: 'key',
        entry_id: 8,
        gateway_amount: 300,
        ledger_amount: 301,
      },
      {
        kind: 'under_way',
        movement: 'cancel',
        order_id: 'order-2',
        at: day(3),
        transaction_key: 't',
        entry_id: null,
        gateway_amount: 700,
        ledger_amount: null,
      },
      {
        kind: 'not_booked',
        movement: 'payment',
        order_id: 'order-4',
        at: day(4),
        transaction_key: 't',
        entry_id: null,
        gateway_amount: 500,
        ledger_amount: null,
      },
    ])
  })
  test('reports transactions of other merchants, kinds or currencies as foreign', () => {
    expect(
      compare(
        [their({ merchant_id: 'x' }), their({ kind: 'other' }), their({ currency: 'USD' })],
        [],
      ),
    ).toEqual(Array.from({ length: 3 }, () => ['foreign', 500, null]))
  })
})
