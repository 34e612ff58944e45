/** Calls that faults can target, named as in the product's gateway port. */
export const faultyCalls = [
  'confirm',
  'read',
  'readOrder',
  'cancel',
  'issueBillingKey',
  'chargeBilling',
  'deleteBillingKey',
  'listTransactions',
] as const
export type FaultyCall = (typeof faultyCalls)[number]

/**
 * Faults of calls. *before*: the call has no effect. *after*: it takes effect and the response is lost or replaced.
 * - `timeout_before`, `timeout_after`: no response while the connection stays open.
 * - `drop_connection`, `drop_connection_after`: the connection is destroyed at once, like a time-out without the wait.
 * - `error_500`, `error_500_after`: 500 with a generic code.
 * - `html`: after; a proxy responds 502 with a page. `html_200`: after; the page has status 200.
 * - `rate_limited`: before; 429.
 * - `code`: before; the error `code`.
 * - `stored_code`: before; the error `code` is stored under the Idempotency-Key and repeated for it.
 * `stored_code_after`: the same, although the call took effect.
 * - `hold`: before; waits for `release`. A concurrent call with the same Idempotency-Key gets 409.
 */
export const callFaultKinds = [
  'timeout_before',
  'timeout_after',
  'drop_connection',
  'drop_connection_after',
  'error_500',
  'error_500_after',
  'html',
  'html_200',
  'rate_limited',
  'code',
  'stored_code',
  'stored_code_after',
  'hold',
] as const

/**
 * Faults of webhooks. `duplicate_webhooks`: each of the next `times` is sent twice. `disordered_webhooks`: the next
 * `times` are collected and sent in reverse order.
 */
export const webhookFaultKinds = ['duplicate_webhooks', 'disordered_webhooks'] as const

export type CallFault = {
  /** `*` matches any call. */
  call: FaultyCall | '*'
  kind: (typeof callFaultKinds)[number]
  /** Error code for `code`, `stored_code` and `stored_code_after`. */
  code?: string | undefined
}
type WebhookFault = { kind: (typeof webhookFaultKinds)[number] }

export type FaultInjector = {
  /** Arms a fault for the next `times` matching calls, after the faults armed before. */
  add(fault: CallFault | WebhookFault, times?: number): void
  /** Removes and returns the next fault that matches a call. */
  takeCall(call: FaultyCall): CallFault | undefined
  /** Removes one webhook fault of a kind. @returns whether one was armed. */
  takeWebhook(kind: WebhookFault['kind']): boolean
  /** Returns the number of armed webhook faults of a kind. */
  count(kind: WebhookFault['kind']): number
  list(): readonly (CallFault | WebhookFault)[]
  /** Resolves on `release`. */
  held(): Promise<void>
  /** Number of held calls. */
  readonly holding: number
  /** Releases the held calls. */
  release(): void
  /** Disarms all faults and releases held calls. */
  clear(): void
}

export function createFaultInjector(): FaultInjector {
  let armed: (CallFault | WebhookFault)[] = []
  let heldCalls: (() => void)[] = []
  const removeAt = <F>(index: number) => armed.splice(index, 1)[0] as F
  const release = () => {
    for (const resolve of heldCalls.splice(0)) resolve()
  }
  return {
    add: (fault, times = 1) => void armed.push(...Array.from({ length: times }, () => fault)),
    takeCall(call) {
      const index = armed.findIndex(
        (fault) => 'call' in fault && (fault.call === call || fault.call === '*'),
      )
      return index < 0 ? undefined : removeAt<CallFault>(index)
    },
    takeWebhook(kind) {
      const index = armed.findIndex((fault) => fault.kind === kind)
      return index >= 0 && Boolean(removeAt(index))
    },
    count: (kind) => armed.filter((fault) => fault.kind === kind).length,
    list: () => armed,
    held: () => new Promise((resolve) => heldCalls.push(resolve)),
    get holding() {
      return heldCalls.length
    },
    release,
    clear() {
      armed = []
      release()
    },
  }
}
