import type { CardBehaviour } from './test-cards.ts'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** A payment as the gateway answers it (docs.tosspayments.com, Payment). */
export type TossPayment = {
  version: string
  mId: string
  paymentKey: string
  lastTransactionKey: string | null
  orderId: string
  orderName: string
  type: 'NORMAL' | 'BILLING'
  status: 'READY' | 'IN_PROGRESS' | 'DONE' | 'CANCELED' | 'PARTIAL_CANCELED' | 'ABORTED' | 'EXPIRED'
  currency: 'KRW'
  country: 'KR'
  method: string
  totalAmount: number
  balanceAmount: number
  suppliedAmount: number
  vat: number
  requestedAt: string
  approvedAt: string | null
  isPartialCancelable: boolean
  card: TossCard
  receipt: { url: string } | null
  failure: { code: string; message: string } | null
  cancels: TossCancel[] | null
}

export type TossCard = {
  amount: number
  issuerCode: string
  number: string
  cardType: string
  ownerType: string
  approveNo: string | null
}

export type TossCancel = {
  transactionKey: string
  cancelAmount: number
  cancelReason: string
  refundableAmount: number
  canceledAt: string
  cancelStatus: 'DONE'
}

export type TossTransaction = {
  mId: string
  transactionKey: string
  paymentKey: string
  orderId: string
  method: string
  customerKey: string | null
  useEscrow: boolean
  receiptUrl: string | null
  status: TossPayment['status']
  transactionAt: string
  currency: 'KRW'
  amount: number
}

export type PaymentRecord = {
  payment: TossPayment
  behaviour: CardBehaviour
  customer_key: string | null
}
/** What the card window gave out, to be exchanged once for a billing key. */
export type CardAuth = {
  customer_key: string
  number: string
  behaviour: CardBehaviour
  at: string
}
export type BillingRecord = {
  billing_key: string
  customer_key: string
  number: string
  behaviour: CardBehaviour
  charges: number
  authenticated_at: string
}
export type ResponseRecord = { status: number; body: unknown; at: string }
export type Webhook = {
  event: { eventType: string; createdAt: string; data: unknown }
  due_at: string
  /** How often it was sent. */
  sent: number
}

type Kinds = {
  payment: PaymentRecord
  transaction: TossTransaction
  auth: CardAuth
  billing: BillingRecord
  answer: ResponseRecord
  webhook: Webhook
}
const kinds = ['payment', 'transaction', 'auth', 'billing', 'answer', 'webhook'] as const

/** One kind of record, in the order in which they came. What `put` was given may not be changed without another `put`. */
export type RecordStore<V> = {
  get(id: string): V | undefined
  entries(): IterableIterator<[string, V]>
  values(): IterableIterator<V>
  put(id: string, value: V): void
  remove(id: string): void
}

export type GatewayStore = { [K in keyof Kinds]: RecordStore<Kinds[K]> } & { close(): void }

type Line = { kind: keyof Kinds; id: string; value: unknown }

/**
 * All that the gateway knows: in memory, and in a file to which each change is one line, written before it is answered,
 * so that a kill -9 loses nothing. The file is written anew, without what was overwritten, whenever it is opened.
 * @param file none keeps everything in memory alone.
 */
export function openGatewayStore(file?: string): GatewayStore {
  const kept = Object.fromEntries(
    kinds.map((kind) => [kind, new Map<string, unknown>()]),
  ) as Record<keyof Kinds, Map<string, unknown>>
  const out = file === undefined ? undefined : reopen(file, kept)
  const write = (line: Line) => {
    if (out !== undefined) writeSync(out, `${JSON.stringify(line)}\n`)
  }
  const shelf = (kind: keyof Kinds): RecordStore<unknown> => ({
    get: (id) => kept[kind].get(id),
    entries: () => kept[kind].entries(),
    values: () => kept[kind].values(),
    put(id, value) {
      write({ kind, id, value })
      kept[kind].set(id, value)
    },
    remove(id) {
      write({ kind, id, value: null })
      kept[kind].delete(id)
    },
  })
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, shelf(kind)])),
    close: () => out !== undefined && closeSync(out),
  } as GatewayStore
}

/** Reads what was kept, writes it anew, and leaves the file open for more. */
function reopen(file: string, kept: Record<keyof Kinds, Map<string, unknown>>): number {
  mkdirSync(dirname(file), { recursive: true })
  for (const text of readLines(file)) {
    let line: Line
    try {
      line = JSON.parse(text) as Line
    } catch {
      // The last line of a process that was killed while it wrote: what it said was never answered.
      continue
    }
    if (line.value === null) kept[line.kind].delete(line.id)
    else kept[line.kind].set(line.id, line.value)
  }
  const lines = kinds.flatMap((kind) =>
    Array.from(kept[kind], ([id, value]) => `${JSON.stringify({ kind, id, value })}\n`),
  )
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, lines.join(''), { mode: 0o600 })
  renameSync(draft, file)
  return openSync(file, 'a', 0o600)
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
