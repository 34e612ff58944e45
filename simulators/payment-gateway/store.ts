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
import { dirname, join } from 'node:path'

/** A payment as returned by the gateway (docs.tosspayments.com, Payment). */
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

type TossCard = {
  amount: number
  issuerCode: string
  number: string
  cardType: string
  ownerType: string
  approveNo: string | null
}

type TossCancel = {
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
/** An auth key of the card window, to be exchanged once for a billing key. */
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
type ResponseRecord = { status: number; body: unknown; at: string }
export type Webhook = {
  event: { eventType: string; createdAt: string; data: unknown }
  due_at: string
  /** Number of attempts so far. */
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

/** Records of one kind in insertion order. Objects passed to `put` must not be mutated without another `put`. */
type RecordStore<V> = {
  get(id: string): V | undefined
  entries(): IterableIterator<[string, V]>
  values(): IterableIterator<V>
  put(id: string, value: V): void
  remove(id: string): void
}

export type GatewayStore = { [K in keyof Kinds]: RecordStore<Kinds[K]> } & { close(): void }

/** The file of the store of `npm start` and `npm run gateway`. */
export const storeFile = ({ data_dir }: { data_dir: string }) =>
  join(data_dir, 'payment-gateway', 'store.jsonl')

type LogEntry = { kind: keyof Kinds; id: string; value: unknown }

/**
 * Opens the store: in memory, and in an append-only file with one line per change, written before the response is sent,
 * so that `kill -9` loses nothing. Opening compacts the file.
 * @param file without it, the store is in memory only.
 */
export function openGatewayStore(file?: string): GatewayStore {
  const maps = Object.fromEntries(
    kinds.map((kind) => [kind, new Map<string, unknown>()]),
  ) as Record<keyof Kinds, Map<string, unknown>>
  const descriptor = file === undefined ? undefined : loadAndCompact(file, maps)
  const write = (entry: LogEntry) => {
    if (descriptor !== undefined) writeSync(descriptor, `${JSON.stringify(entry)}\n`)
  }
  const storeOf = (kind: keyof Kinds): RecordStore<unknown> => ({
    get: (id) => maps[kind].get(id),
    entries: () => maps[kind].entries(),
    values: () => maps[kind].values(),
    put(id, value) {
      write({ kind, id, value })
      maps[kind].set(id, value)
    },
    remove(id) {
      write({ kind, id, value: null })
      maps[kind].delete(id)
    },
  })
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, storeOf(kind)])),
    close: () => descriptor !== undefined && closeSync(descriptor),
  } as GatewayStore
}

/** Loads the file, compacts it, and opens it for appending. */
function loadAndCompact(file: string, maps: Record<keyof Kinds, Map<string, unknown>>): number {
  mkdirSync(dirname(file), { recursive: true })
  for (const text of readLines(file)) {
    let entry: LogEntry
    try {
      entry = JSON.parse(text) as LogEntry
    } catch {
      // A partial last line after a kill: its change was never acknowledged.
      continue
    }
    if (entry.value === null) maps[entry.kind].delete(entry.id)
    else maps[entry.kind].set(entry.id, entry.value)
  }
  const lines = kinds.flatMap((kind) =>
    Array.from(maps[kind], ([id, value]) => `${JSON.stringify({ kind, id, value })}\n`),
  )
  const temporaryFile = `${file}.${process.pid}`
  writeFileSync(temporaryFile, lines.join(''), { mode: 0o600 })
  renameSync(temporaryFile, file)
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
