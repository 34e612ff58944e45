import type { Transaction } from '#server/adapters/payments/index.ts'

/** Won that our ledger says came from the gateway, or went back by it. */
export type LedgerPayment = {
  entry_id: number
  order_id: string
  movement: 'payment' | 'cancel'
  amount: number
  created_at: string
}

/** Where the two do not agree. Won, above 0 whichever way. */
export type Difference = {
  /**
   * `not_booked`: the gateway has it and our ledger has not. `not_at_gateway`: the other way. `amount`: both have it, not
   * alike. `foreign`: of another merchant or currency, or nothing that we ask for. `under_way`: not booked yet, because
   * how it went is not certain; a job asks.
   */
  kind: 'not_booked' | 'not_at_gateway' | 'amount' | 'foreign' | 'under_way'
  movement: 'payment' | 'cancel' | 'other'
  order_id: string
  transaction_key: string | null
  entry_id: number | null
  at_gateway: number | null
  in_books: number | null
  at: string
}

type Both = {
  theirs: readonly Transaction[]
  ours: readonly LedgerPayment[]
  merchant_id: string
  /** Orders that are being settled, or of which a refund is. */
  under_way: ReadonlySet<string>
}

/**
 * P9: matches what the gateway booked with what our ledger has of it, one to one by order, way and amount, both ways,
 * exactly. What is left over on both sides of one order is the same movement with another amount.
 */
export function matchTransactions({ theirs, ours, merchant_id, under_way }: Both): Difference[] {
  const differences: Difference[] = []
  const left = new Map<string, LedgerPayment[]>()
  for (const one of ours) left.set(placeOf(one), [...(left.get(placeOf(one)) ?? []), one])
  const unmatched: (Transaction & { kind: LedgerPayment['movement'] })[] = []
  for (const one of theirs) {
    const { kind } = one
    if (kind === 'other' || one.merchant_id !== merchant_id || one.currency !== 'KRW') {
      differences.push(differAtGateway('foreign', one, null))
      continue
    }
    const booked = left.get(placeOf({ ...one, movement: kind })) ?? []
    const place = booked.findIndex(({ amount }) => amount === one.amount)
    if (place < 0) unmatched.push({ ...one, kind })
    else booked.splice(place, 1)
  }
  for (const one of unmatched) {
    const booked = left.get(placeOf({ ...one, movement: one.kind }))?.shift()
    if (booked) differences.push(differAtGateway('amount', one, booked))
    else
      differences.push(
        differAtGateway(under_way.has(one.order_id) ? 'under_way' : 'not_booked', one, null),
      )
  }
  for (const booked of left.values())
    for (const one of booked) differences.push(missingAtGateway(one))
  return differences.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const placeOf = ({ order_id, movement }: Pick<LedgerPayment, 'order_id' | 'movement'>) =>
  `${movement} ${order_id}`

/** @param ours what our ledger has of the same movement, with another amount. */
function differAtGateway(
  kind: Difference['kind'],
  theirs: Transaction,
  ours: LedgerPayment | null,
): Difference {
  return {
    kind,
    movement: theirs.kind,
    order_id: theirs.order_id,
    transaction_key: theirs.transaction_key,
    entry_id: ours && ours.entry_id,
    at_gateway: theirs.amount,
    in_books: ours && ours.amount,
    at: theirs.transaction_at,
  }
}

const missingAtGateway = (ours: LedgerPayment): Difference => ({
  kind: 'not_at_gateway',
  movement: ours.movement,
  order_id: ours.order_id,
  transaction_key: null,
  entry_id: ours.entry_id,
  at_gateway: null,
  in_books: ours.amount,
  at: ours.created_at,
})
