import type { Transaction } from '#server/adapters/payments/index.ts'

/** A payment or cancel of won in the ledger. */
export type LedgerPayment = {
  entry_id: number
  order_id: string
  movement: 'payment' | 'cancel'
  amount: number
  created_at: string
}

/** A difference between gateway and ledger. Amounts in won, positive for both payments and cancels. */
export type Difference = {
  /**
   * `not_booked`: only at the gateway. `not_at_gateway`: only in the ledger. `amount`: in both, with different amounts.
   * `foreign`: of another merchant or currency, or of an unknown kind. `under_way`: not in the ledger yet, because the
   * outcome is unknown and a job retries it.
   */
  kind: 'not_booked' | 'not_at_gateway' | 'amount' | 'foreign' | 'under_way'
  movement: 'payment' | 'cancel' | 'other'
  order_id: string
  transaction_key: string | null
  entry_id: number | null
  gateway_amount: number | null
  ledger_amount: number | null
  at: string
}

type ReconciliationInput = {
  theirs: readonly Transaction[]
  ours: readonly LedgerPayment[]
  merchant_id: string
  /** Order ids with a pending payment, refund or unmatched payment. */
  under_way: ReadonlySet<string>
}

/**
 * Matches gateway transactions with ledger entries, one to one by order, movement and amount. Transactions of one order
 * that are left over on both sides are paired as differences of amount.
 */
export function matchTransactions({
  theirs,
  ours,
  merchant_id,
  under_way,
}: ReconciliationInput): Difference[] {
  const differences: Difference[] = []
  const remaining = new Map<string, LedgerPayment[]>()
  for (const entry of ours)
    remaining.set(matchKey(entry), [...(remaining.get(matchKey(entry)) ?? []), entry])
  const unpaired: (Transaction & { kind: LedgerPayment['movement'] })[] = []
  for (const transaction of theirs) {
    const { kind } = transaction
    if (
      kind === 'other' ||
      transaction.merchant_id !== merchant_id ||
      transaction.currency !== 'KRW'
    ) {
      differences.push(differAtGateway('foreign', transaction, null))
      continue
    }
    const entries = remaining.get(matchKey({ ...transaction, movement: kind })) ?? []
    const index = entries.findIndex(({ amount }) => amount === transaction.amount)
    if (index < 0) unpaired.push({ ...transaction, kind })
    else entries.splice(index, 1)
  }
  for (const transaction of unpaired) {
    const entry = remaining.get(matchKey({ ...transaction, movement: transaction.kind }))?.shift()
    if (entry) differences.push(differAtGateway('amount', transaction, entry))
    else
      differences.push(
        differAtGateway(
          under_way.has(transaction.order_id) ? 'under_way' : 'not_booked',
          transaction,
          null,
        ),
      )
  }
  for (const entries of remaining.values())
    for (const entry of entries) differences.push(missingAtGateway(entry))
  return differences.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const matchKey = ({ order_id, movement }: Pick<LedgerPayment, 'order_id' | 'movement'>) =>
  `${movement} ${order_id}`

/** @param ours the ledger's entry of the same movement, with another amount. */
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
    gateway_amount: theirs.amount,
    ledger_amount: ours && ours.amount,
    at: theirs.transaction_at,
  }
}

const missingAtGateway = (ours: LedgerPayment): Difference => ({
  kind: 'not_at_gateway',
  movement: ours.movement,
  order_id: ours.order_id,
  transaction_key: null,
  entry_id: ours.entry_id,
  gateway_amount: null,
  ledger_amount: ours.amount,
  at: ours.created_at,
})
